/** A cell as it is read: compatibility-folded (full-width digits and letters become plain), invisible characters and outer blanks gone. */
export function cellText(cell: string): string {
  if (/^[\x21-\x7e]*$/.test(cell)) return cell;
  return cell
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .trim();
}

/** Text that people read: kept as written, without control and direction characters; lines stay lines. */
export function proseText(cell: string): string {
  return cell
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[^\P{Cc}\n]/gu, '')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Nothing is lost by leaving such a cell out. */
export const isBlankCell = (text: string) => /^(|-+|–|—|\/|n\/?a|#n\/a|null)$/i.test(text);

/** The sheet itself says that nobody knows. */
export const saysUnknown = (text: string) => /^(unknown|not known|unbekannt|不详|未知|\?+)$/i.test(text);

/** Why text cannot be stored at all; null when it can. */
export function unstorable(text: string): string | null {
  if (text.includes('\0')) return 'holds a NUL character';
  return text.isWellFormed() ? null : 'holds half a character (a lone surrogate)';
}
