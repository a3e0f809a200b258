import { cellText } from '#lib/cell-text.ts';

/**
 * Normalizes a name for comparison: compatibility-folded, lower case, only letters and digits of any script. 'Lynk &
 * Co' is 'lynkco'.
 */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '')
    .normalize('NFC');
}

const OTHERS = new Set(['other', 'others', 'andere', 'andererhersteller', 'sonstige', 'sonstigeautos', '其他', '其它']);

/** Detects 'andere', 'Other' and '其他', which name no make or model. */
export const isOtherMake = (name: string) => OTHERS.has(nameKey(name));

/**
 * Formats a new make or model. Underscores become spaces. A name in lower case is capitalized; its words without vowels
 * become upper case (BMW).
 */
export function displayName(name: string): string {
  const text = cellText(name.replaceAll('_', ' '));
  if (text !== text.toLowerCase()) return text;
  return text
    .replace(/(?<=^|[\s-])[bcdfghj-np-tv-z]{2,4}(?=$|[\s-])/g, (word) => word.toUpperCase())
    .replace(/(?<=^|[\s-])\p{Ll}/gu, (start) => start.toUpperCase());
}
