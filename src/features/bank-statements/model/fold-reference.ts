/** Cyrillic and Greek capitals that look like Latin ones. */
const LOOKALIKES: Record<string, string> = Object.fromEntries(
  ['АВЕЅІЈКМНОРСТХУЗ', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'].flatMap((signs, script) =>
    [...signs].map((sign, at) => [sign, ['ABESIJKMHOPCTXY3', 'ABEZHIKMNOPTYX'][script]?.[at] ?? '']),
  ),
);

/**
 * Folds a text so that references are found however they were typed: capitals without accents, full-width and look-alike
 * letters as Latin ones, O as 0, I and L as 1, and nothing but letters and digits.
 */
export function foldReference(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[\u0370-\u04FF]/g, (sign) => LOOKALIKES[sign] ?? sign)
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}

/** The distinctive words of a name, folded. */
export function nameWords(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word.length > 1 && !COMPANY_WORDS.has(word));
}

const COMPANY_WORDS = new Set(
  'LTD LIMITED LLC INC CO COMPANY CORP GMBH AG SA SAS BV PTY PLC THE AND MR MRS MS DR TRADING IMPORT EXPORT GROUP'.split(
    ' ',
  ),
);

/** Whether two names share a distinctive word. Longer names must share two. */
export function isSameParty(name: string, other: string): boolean {
  const [words, others] = [new Set(nameWords(name)), new Set(nameWords(other))];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared >= Math.min(2, words.size, others.size) && shared > 0;
}
