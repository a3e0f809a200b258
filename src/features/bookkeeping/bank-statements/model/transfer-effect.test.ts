import { expect, test } from 'vitest';
import { effectOf } from './transfer-effect.ts';

const open = { openCents: 10_000, nextCents: 2_500, toleranceOf: (cents: number) => cents / 50 };
const order = { ...open, hasEnded: false, mayRevive: false };

test.each([
  [2_500, 'exact', 0],
  [10_000, 'all', 0],
  [2_450, 'short', 50],
  [2_449, 'part', 51],
  [9_850, 'short', 150],
  [9_849, 'ahead', 151],
  [2_501, 'ahead', 7_499],
  [10_001, 'over', 1],
  [1, 'part', 2_499],
] as const)('a transfer of %i cents is %s, by %i cents', (cents, effect, difference) => {
  expect(effectOf(cents, order)).toEqual({ effect, cents: difference });
});

test('money for an order that has ended or is paid is too much', () => {
  expect(effectOf(500, { ...order, hasEnded: true })).toEqual({ effect: 'ended', cents: 500 });
  expect(effectOf(500, { ...order, hasEnded: true, mayRevive: true })).toEqual({ effect: 'revive', cents: 500 });
  expect(effectOf(500, { ...order, openCents: 0, nextCents: 0 })).toEqual({ effect: 'over', cents: 500 });
});
