/** English sorts like the root locale of Unicode. 'und' would select the default locale of the machine. */
const LOCALE = 'en';

/** A number for operators and their logs: 1,234,567. */
export function plainNumber(value: number): string {
  return value.toLocaleString(LOCALE);
}

/** Orders names. */
export const compareNames = new Intl.Collator(LOCALE).compare;
