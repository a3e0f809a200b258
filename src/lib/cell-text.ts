/**
 * Normalizes a cell: full-width digits and letters become ASCII (NFKC); invisible characters and outer spaces are
 * removed.
 */
export function cellText(cell: string): string {
  if (/^[\x21-\x7e]*$/.test(cell)) return cell;
  return cell
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .trim();
}

/** Cleans text for display: removes control and direction characters and collapses spaces, but keeps line breaks. */
export function proseText(cell: string): string {
  return cell
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[^\P{Cc}\n]/gu, '')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Returns whether a cell is empty or a placeholder such as "-" or "n/a". */
export const isBlankCell = (text: string) => /^(|-+|–|—|\/|n\/?a|#n\/a|null)$/i.test(text);

/** Returns whether a cell states that its value is unknown. */
export const isUnknownCell = (text: string) => /^(unknown|not known|unbekannt|不详|未知|\?+)$/i.test(text);

/** Cuts a text after at most so many UTF-16 units, never in the middle of a character. */
export function shortened(text: string, most: number): string {
  const beginning = text.slice(0, most);
  return /[\ud800-\udbff]$/.test(beginning) ? beginning.slice(0, -1) : beginning;
}

/** Replaces what PostgreSQL cannot store: NUL characters and half characters. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

/** JSON for a `jsonb` column, with `storable` values. Names of properties are not changed. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? storable(each) : each));

/** Returns why PostgreSQL cannot store the text; null if it can. */
export function unstorable(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character';
  return text.isWellFormed() ? null : 'contains half a character (a lone surrogate)';
}
