const BARE = /^\d{10}$/;
const E164 = /^\+[1-9]\d{6,14}$/;
const SEPARATORS = /[\s().\-‐‑–]/g;

/**
 * A mobile number as it is stored: ten digits, or E.164 when it begins with +. Spaces, dashes and brackets between the digits
 * and full-width digits are understood; null when it is neither.
 */
export function mobileNumber(typed: string): string | null {
  const number = typed.normalize('NFKC').replace(SEPARATORS, '');
  return BARE.test(number) || E164.test(number) ? number : null;
}
