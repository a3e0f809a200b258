import { expect, test } from 'vitest';
import { convert, withRate } from './amounts.ts';

const RATES = { USD: 1, EUR: 0.9, KES: 130 };

test.each<[number, string, string, number | null]>([
  [100, 'USD', 'KES', 13_000],
  [13_000, 'KES', 'USD', 100],
  [90, 'EUR', 'KES', 13_000],
  [5, 'XXX', 'XXX', 5],
  [5, 'XXX', 'USD', null],
  [5, 'USD', 'XXX', null],
  [1000, 'ZMK', 'ZMW', 1],
  [1, 'ZMW', 'ZMK', 1000],
  [1000, 'ZMK', 'USD', null],
])('%f %s in %s is %s', (amount, from, to, expected) => {
  const converted = convert(amount, from, to, RATES);
  if (expected === null) expect(converted).toBeNull();
  else expect(converted).toBeCloseTo(expected, 8);
});

test("a caller's rate replaces only the rate of the country's currency", () => {
  const rates = withRate(RATES, 'EUR', 'KES', 150);
  expect(convert(1, 'EUR', 'KES', rates)).toBeCloseTo(150, 8);
  expect(convert(1, 'EUR', 'USD', rates)).toBeCloseTo(1 / 0.9, 8);
  expect(convert(1, 'EUR', 'RUB', withRate({}, 'EUR', 'RUB', 100))).toBe(100);
});
