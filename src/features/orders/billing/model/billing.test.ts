import { expect, test } from 'vitest';
import { type BillingFacts, type Bills, billsOf, creditNotesOf, nextReductionOf, reductionOf } from './billing.ts';

const [TOTAL, DEPOSIT] = [683_400, 170_850];
const FACTS: BillingFacts = {
  life: 'active',
  requiresBalance: true,
  owedCents: TOTAL,
  receivedCents: DEPOSIT,
  shortfallCents: 0,
  refundingCents: 0,
  invoicedCents: TOTAL,
  creditedCents: 0,
};
const bills = (change: Partial<BillingFacts>) => billsOf({ ...FACTS, ...change });
const NOTHING: Bills = { invoiceCents: 0, creditCents: 0, receivableCents: 0 };

test.each<[string, Partial<BillingFacts>, Bills]>([
  ['an active order', { invoicedCents: 0 }, { invoiceCents: TOTAL, creditCents: 0, receivableCents: TOTAL - DEPOSIT }],
  ['an invoiced order', {}, { ...NOTHING, receivableCents: TOTAL - DEPOSIT }],
  ['a paid order', { receivedCents: TOTAL }, NOTHING],
  ['an order with a tolerated shortfall', { receivedCents: TOTAL - 1_500, shortfallCents: 1_500 }, NOTHING],
  ['an overpaid order', { receivedCents: TOTAL + 500 }, NOTHING],
  ['an order that waits for a transfer', { life: 'held', invoicedCents: 0, receivedCents: 0 }, NOTHING],
  ['an order of the first terms', { requiresBalance: false, invoicedCents: 0 }, NOTHING],
  [
    'a completed order without an invoice',
    { life: 'completed', invoicedCents: 0, receivedCents: TOTAL },
    { ...NOTHING, invoiceCents: TOTAL },
  ],
  [
    'a dearer plan',
    { owedCents: TOTAL + 100 },
    { invoiceCents: 100, creditCents: 0, receivableCents: TOTAL + 100 - DEPOSIT },
  ],
  [
    'a cheaper plan',
    { owedCents: TOTAL - 100 },
    { invoiceCents: 0, creditCents: 100, receivableCents: TOTAL - 100 - DEPOSIT },
  ],
  [
    'a canceled order with a full refund',
    { life: 'cancelled', refundingCents: DEPOSIT },
    { ...NOTHING, creditCents: TOTAL },
  ],
  [
    'a canceled order that keeps 20,000',
    { life: 'cancelled', refundingCents: DEPOSIT - 20_000 },
    { ...NOTHING, creditCents: TOTAL - 20_000 },
  ],
  [
    'the same once the refund was sent',
    { life: 'cancelled', receivedCents: 20_000, creditedCents: TOTAL - 20_000 },
    NOTHING,
  ],
  ['a canceled order without an invoice', { life: 'cancelled', invoicedCents: 0, refundingCents: DEPOSIT }, NOTHING],
  [
    'a completed order that is refunded in part',
    { life: 'completed', receivedCents: TOTAL, refundingCents: 5_000 },
    { ...NOTHING, creditCents: 5_000 },
  ],
  [
    'a refund of an ended order that failed after its credit note',
    { life: 'completed', receivedCents: TOTAL, creditedCents: 5_000 },
    NOTHING,
  ],
])('bills %s', (_what, change, expected) => {
  expect(bills(change)).toEqual(expected);
});

test('credits each of the newest refunds in a note of its own, and the rest in one note', () => {
  expect(creditNotesOf('completed', 7_000, [2_000, 5_000, 9_000])).toEqual([5_000, 2_000]);
  expect(creditNotesOf('completed', 2_000, [2_000, 5_000])).toEqual([2_000]);
  expect(creditNotesOf('completed', 8_000, [2_000, 5_000])).toEqual([8_000]);
  expect(creditNotesOf('completed', 1_000, [2_000])).toEqual([1_000]);
});

test('the end of an order is one credit note, however many refunds it has', () => {
  expect(creditNotesOf('cancelled', 7_000, [2_000, 5_000])).toEqual([7_000]);
});

test.each([
  [20_000, { priceCents: 18_519, taxCents: 1_481, feeCents: 0 }],
  [1_080_000, { priceCents: 1_000_000, taxCents: 80_000, feeCents: 0 }],
  [1_100_000, { priceCents: 1_000_000, taxCents: 80_000, feeCents: 20_000 }],
  [1, { priceCents: 1, taxCents: 0, feeCents: 0 }],
])('a reduction of %i cents is split into price and tax as the car was', (cents, expected) => {
  const parts = reductionOf(cents, { priceCents: 1_000_000, taxCents: 80_000, feeCents: 30_000 });
  expect(parts.priceCents + parts.taxCents + parts.feeCents).toBe(cents);
  expect(parts).toEqual(expected);
});

test('several reductions are split like their sum', () => {
  const sums = { priceCents: 1_000_000, taxCents: 80_000, feeCents: 30_000 };
  const taxes = [7_777, 3_333].map((cents, at) => nextReductionOf(cents, at * 7_777, sums).taxCents);
  expect(taxes).toEqual([576, 247]);
  expect(reductionOf(11_110, sums).taxCents).toBe(823);
  expect(nextReductionOf(40_000, 1_070_000, sums)).toEqual({ priceCents: 9_259, taxCents: 741, feeCents: 30_000 });
});

test('a reduction of what has no tax is price only', () => {
  expect(reductionOf(500, { priceCents: 10_000, taxCents: 0, feeCents: 0 })).toEqual({
    priceCents: 500,
    taxCents: 0,
    feeCents: 0,
  });
});
