/** English orders text as the root locale does, and 'und' would mean the language of the machine. */
const ROOT = 'en';

/** A number for operators and their logs: 1,234,567. */
export function plainNumber(value: number): string {
  return value.toLocaleString(ROOT);
}

/** Orders names. */
export const compareNames = new Intl.Collator(ROOT).compare;
