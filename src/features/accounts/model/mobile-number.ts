const TEN_DIGITS = /^\d{10}$/;
const E164 = /^\+[1-9]\d{6,14}$/;
const SEPARATORS = /[\s().\-‐‑–]/g;

/**
 * Normalizes a mobile number to ten digits, or to E.164 if it starts with +. Accepts spaces, dashes, brackets and
 * full-width digits. Returns null for anything else.
 */
export function mobileNumber(typed: string): string | null {
  const number = typed.normalize('NFKC').replace(SEPARATORS, '');
  return TEN_DIGITS.test(number) || E164.test(number) ? number : null;
}
