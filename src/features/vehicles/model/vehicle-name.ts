import { cellText } from '#lib/cell-text.ts';
import { nameKey } from './name-key.ts';

const OTHERS = new Set(['other', 'others', 'andere', 'andererhersteller', 'sonstige', 'sonstigeautos', '其他', '其它']);

/** 'andere', 'Other', '其他': names no make or model. */
export const isOtherMake = (name: string) => OTHERS.has(nameKey(name));

/** A new make or model as it is shown: underscores become blanks; of a name all in small letters, words get a capital, and those without vowels capitals throughout (BMW). */
export function displayName(name: string): string {
  const text = cellText(name.replaceAll('_', ' '));
  if (text !== text.toLowerCase()) return text;
  return text
    .replace(/(?<=^|[\s-])[bcdfghj-np-tv-z]{2,4}(?=$|[\s-])/g, (word) => word.toUpperCase())
    .replace(/(?<=^|[\s-])\p{Ll}/gu, (start) => start.toUpperCase());
}
