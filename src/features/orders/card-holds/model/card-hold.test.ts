import { expect, test } from 'vitest';
import { cardShare } from './card-hold.ts';

const charge = (amountCents: number, paidCents = 0) => ({ kind: 'charge', amountCents, paidCents });

test.each([
  ['all of a charge that is smaller', [charge(7_000)], 0, 7_000],
  ['at most what is held', [charge(15_000), charge(15_000)], 0, 20_000],
  ['what was not paid of charges', [charge(9_000, 9_000), charge(8_000, 3_000)], 0, 5_000],
  ['nothing that the renter is paying', [charge(8_000)], 8_000, 0],
  ['nothing for the price', [{ kind: 'balance', amountCents: 8_000, paidCents: 0 }], 0, 0],
  ['nothing more than was overpaid', [charge(8_000, 8_000)], 500, 0],
])('of $200.00 that are held it takes %s', (_what, items, pending, cents) => {
  expect(cardShare(20_000, items, pending)).toBe(cents);
});
