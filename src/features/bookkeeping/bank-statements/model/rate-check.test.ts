import { expect, test } from 'vitest';
import { isOffValue, worthAt } from './rate-check.ts';

test.each([
  ['EUR', 0.925, 100_000, 108_108],
  ['EUR', 0.925, -100_000, 108_108],
  ['JPY', 150, 15_000, 10_000],
  ['KWD', 0.307, 100_250, 32_655],
  ['KES', 129, 1, 0],
])('at %s %f for a dollar, %i of the smallest unit are worth %i cents', (currency, perUsd, minorUnits, cents) => {
  expect(worthAt(perUsd, minorUnits, currency)).toBe(cents);
});

test.each([
  [10_000, 10_000, false],
  [10_501, 10_000, false],
  [9_499, 10_000, false],
  [10_502, 10_000, true],
  [9_498, 10_000, true],
  [1, 0, false],
  [2, 0, true],
])('a value of %i cents instead of %i is off: %s', (cents, expected, isOff) => {
  expect(isOffValue(cents, expected)).toBe(isOff);
});
