import { expect, test } from 'vitest';
import { amountOf, centsOf, shareOfCents } from './money.ts';

test.each([
  [0.1 + 0.2, 30],
  [1.005, 101],
  [10.075, 1_008],
  [8.295, 830],
  [10.0749, 1_007],
  [19.99, 1_999],
  [100_000, 10_000_000],
])('centsOf(%d) is %i', (amount, cents) => expect(centsOf(amount)).toBe(cents));

test('rounds a share half up to a cent', () => {
  expect(shareOfCents(50, 0.25)).toBe(13);
  expect(shareOfCents(10, 0.25)).toBe(3);
  expect(shareOfCents(999, 0.08)).toBe(80);
  expect(shareOfCents(1_250, 0.07)).toBe(88);
});

test('centsOf reverses amountOf', () => {
  for (const cents of [1, 99, 1_005, 123_456_789]) expect(centsOf(amountOf(cents))).toBe(cents);
});
