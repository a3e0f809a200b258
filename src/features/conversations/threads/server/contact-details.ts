import { findPhoneNumbersInText } from 'libphonenumber-js/max';
import { findBankDetails } from '#lib/bank-details/find-bank-details.ts';
import { foldDigits } from '#lib/bank-details/fold-text.ts';
import type { Flag } from '../model/thread-contract.ts';

const EMAIL = /[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:".]+\.[^\s@<>()[\],;:"]{2,}/u;
/** Chinese mobile numbers are usually written without the country. */
const CHINESE_MOBILE = /(?<!\d)1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?!\d)/;

/** Returns the kinds of payment and contact details in a text. */
export function flagsOf(text: string): Flag[] {
  if (text === '') return [];
  const digits = foldDigits(text);
  const hasPhone = CHINESE_MOBILE.test(digits) || findPhoneNumbersInText(digits).length > 0;
  return [
    ...findBankDetails(text),
    ...(hasPhone ? (['phone'] as const) : []),
    ...(EMAIL.test(text.normalize('NFKC')) ? (['email'] as const) : []),
  ];
}
