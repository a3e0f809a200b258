import { type CountryCode, getCountries, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { phoneDigits } from '#lib/phones/phone-digits.ts';

/** Phone numbers with the data of Google's libphonenumber. */

const PLAIN_LENGTH = 10;
/** Mobile numbers of China, which would also be read as North American numbers with the country code. */
const CHINESE_MOBILE = /^1[3-9]\d{9}$/;
/** Until 2019, mobile numbers of Mexico had a 1 after the country code. Many people still write it. */
const OLD_MEXICAN_MOBILE = /^\+521(?=\d{10}$)/;
const COUNTRIES = getCountries();

/**
 * Returns a typed phone number to store: E.164 if its country is known from a typed country code or from `countries`, in this sequence, or
 * the digits as typed if no country is known and they are a number of some country. Returns null for anything else.
 */
export function phoneNumber(typed: string, countries: readonly (string | null | undefined)[] = []): string | null {
  const digits = phoneDigits(typed);
  if (digits === null) return null;
  if (digits.startsWith('+')) return possible(digits);
  for (const country of countries) {
    if (!country || !isSupportedCountry(country)) continue;
    const number = valid(digits, country);
    if (number) return number;
  }
  if (digits.length === PLAIN_LENGTH || CHINESE_MOBILE.test(digits)) return digits;
  const withCode = digits.startsWith('0') ? null : valid(`+${digits}`);
  return withCode ?? (COUNTRIES.some((country) => valid(digits, country) !== null) ? digits : null);
}

/** A number with its country code is accepted by its length, because countries add ranges faster than the data is updated. */
function possible(digits: string): string | null {
  const number = parsePhoneNumberFromString(digits.replace(OLD_MEXICAN_MOBILE, '+52'));
  return number?.isPossible() ? number.number : null;
}

function valid(digits: string, country?: CountryCode): string | null {
  const number = parsePhoneNumberFromString(digits, country);
  return number?.isValid() ? number.number : null;
}

/** Returns a stored number as people write it, with spaces; unchanged if its country is unknown. */
export function writtenPhone(stored: string): string {
  const number = stored.startsWith('+') ? parsePhoneNumberFromString(stored) : undefined;
  return number?.isPossible() ? number.formatInternational() : stored;
}

/** Returns the country of a stored number, or null if it is not known. */
export function countryOfPhone(stored: string): string | null {
  return (stored.startsWith('+') && parsePhoneNumberFromString(stored)?.country) || null;
}

/** A stored number for a response: for links, and as people write it. Numbers stored before they were looked up become E.164 here. */
export function phoneFields(stored: string | null): { mobile: string | null; mobileWritten: string | null } {
  const mobile = stored && (phoneNumber(stored) ?? stored);
  return { mobile, mobileWritten: mobile && writtenPhone(mobile) };
}
