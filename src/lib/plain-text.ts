/** What is written the same in every language: the root locale of Unicode. */
const ROOT = 'und';

/** A number for operators and their logs: 1,234,567. */
export function plainNumber(value: number): string {
  return value.toLocaleString(ROOT);
}

/** Orders names. */
export const compareNames = new Intl.Collator(ROOT).compare;
