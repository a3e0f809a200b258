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
