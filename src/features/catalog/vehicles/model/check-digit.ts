import { vinRegion } from './vin-region.ts';

/** The letters of each value, by index. */
const LETTERS = ['', 'AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FW', 'GPX', 'HY', 'RZ'];
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const AT = 8;

const VALUES = new Map(
  LETTERS.flatMap((letters, value) => [...letters, String(value)].map((sign) => [sign, value] as const)),
);

type CheckDigit = 'fits' | 'differs';

/** Returns the ninth character that the other sixteen require. */
export function expectedCheckDigit(vin: string): string {
  const sum = [...vin].reduce((total, sign, index) => total + (VALUES.get(sign) ?? 0) * (WEIGHTS[index] ?? 0), 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

export function checkDigit(vin: string): CheckDigit {
  return vin[AT] === expectedCheckDigit(vin) ? 'fits' : 'differs';
}

/** Checks the digit if the region requires one. Makers elsewhere may use any character at position 9. */
export function requiredCheckDigit(vin: string): CheckDigit | 'not-required' {
  return vinRegion(vin) === 'elsewhere' ? 'not-required' : checkDigit(vin);
}
