/** The digit of any script as 0 to 9: digits of a script have ten code points in a row. */
export function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}

const SEPARATORS = /[\s().\-/‐-―−\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const PHONE = /^\+?\d{6,17}$/;

/**
 * Returns the digits of a phone number, after + if the country code was typed. Accepts digits of any script, separators, 00 instead of +
 * and the (0) between country code and number. Returns null for text that is no number. Needs no data about countries, so that browsers
 * can run it.
 */
export function phoneDigits(typed: string): string | null {
  const number = typed
    .normalize('NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, latinDigit)
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^(\+|00)(.*?)\(\s*0\s*\)/, '$1$2')
    .replace(SEPARATORS, '')
    .replace(/^00(?=[1-9])/, '+');
  return PHONE.test(number) ? number : null;
}
