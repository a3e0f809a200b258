import { expect, test } from 'vitest';
import { terms } from '#content/legal/terms.ts';
import { english } from '../../../../../tests/support/messages/english.ts';
import { cancellationOf, cancelSentence, keptOfUnpaid, refundOf } from './cancellation.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-06-10T12:00:00Z');
const TERMS = {
  requiresBalance: true,
  requiresContract: true,
  requiresSteps: true,
  cancelFreeDays: 3,
  cancelUntil: 'export_papers',
  keptCancelBps: 500,
  keptUnpaidBps: 1250,
} as const;
const OLD = { ...TERMS, cancelFreeDays: 30, keptCancelBps: 10_000, keptUnpaidBps: 0 };
const sale = {
  offer: 'Sell',
  terms: TERMS,
  bookedAt: NOW,
  startsAt: null,
  priceCents: 1_110_000,
  depositCents: 277_500,
} as const;
const rental = { ...sale, offer: 'Rent', startsAt: NOW } as const;
const after = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

test('keeps nothing of a purchase in the free days, and afterwards the share of its price', () => {
  expect(cancellationOf(sale, after(71))).toEqual({ keptCents: 0, until: after(72) });
  expect(cancellationOf(sale, after(72))).toEqual({ keptCents: 55_500, until: null });
});

test('keeps more if the balance was not paid, and by old terms what a cancellation would cost', () => {
  expect(keptOfUnpaid(sale, after(400))).toBe(138_750);
  expect(keptOfUnpaid({ ...sale, terms: OLD }, after(400))).toBe(0);
  expect(keptOfUnpaid({ ...sale, terms: OLD }, after(721))).toBe(1_110_000);
});

test.each([
  [
    'its own share in the free days, and later what canceling costs, if that is more',
    { keptCancelBps: 2000 },
    'canceled: within 3 days of the booking we keep $1,387.50, later $2,220.00.',
    [138_750, 222_000],
  ],
  [
    'nothing in the free days, and later what canceling costs',
    { keptUnpaidBps: 0 },
    'canceled: within 3 days of the booking you get everything back, later we keep $555.00.',
    [0, 55_500],
  ],
  ['a share', {}, 'canceled and we keep $1,387.50.', [138_750, 138_750]],
  [
    'a share, where canceling ends with the free days',
    { keptCancelBps: 10_000 },
    'canceled and we keep $1,387.50.',
    [138_750, 138_750],
  ],
  ['everything', { keptUnpaidBps: 10_000 }, 'canceled and we keep $11,100.00.', [1_110_000, 1_110_000]],
  ['nothing, as canceling', { keptCancelBps: 0, keptUnpaidBps: 0 }, null, [0, 0]],
])('of an unpaid balance is kept what the sentence says: %s', (_, shares, said, kept) => {
  const own = { ...TERMS, ...shares };
  expect([71, 72].map((hours) => keptOfUnpaid({ ...sale, terms: own }, after(hours)))).toEqual(kept);
  const told = {
    free_days: 3,
    until: own.cancelUntil,
    kept_bps: own.keptCancelBps,
    kept_unpaid_bps: own.keptUnpaidBps,
  };
  const sentence = cancelSentence(english, told, sale.priceCents);
  if (said === null) expect(sentence).not.toContain('pay the balance');
  else expect(sentence).toContain(`If you don’t pay the balance in time, the order is ${said}`);
});

test('the sentence of old terms says that an unpaid balance costs nothing in the free days and everything later', () => {
  const told = { free_days: 30, until: 'loaded', kept_bps: 10_000, kept_unpaid_bps: 0 } as const;
  expect(cancelSentence(english, told, sale.priceCents)).toContain(
    'within 30 days of the booking you get everything back, later nothing',
  );
});

test('keeps half of the deposit of a rental from 24 hours before it begins, as terms and checkout say', () => {
  expect(cancellationOf(rental, after(-25)).keptCents).toBe(0);
  expect(cancellationOf(rental, after(-23)).keptCents).toBe(138_750);
  const words = terms.sections.flatMap(({ paragraphs }) => paragraphs).join('\n');
  for (const text of [words.toLowerCase(), english('checkout.sum.note.Rent.later').toLowerCase()]) {
    expect(text).toContain('until 24 hours before');
    expect(text).toContain('we keep half the booking amount, and all of it from the first day');
  }
});

test('refunds what was received less what is kept, limited to the rest', () => {
  expect(refundOf({ receivedCents: 277_500, leftCents: 277_500 }, 55_500)).toBe(222_000);
  expect(refundOf({ receivedCents: 277_500, leftCents: 100_000 }, 55_500)).toBe(100_000);
  expect(refundOf({ receivedCents: 277_500, leftCents: 277_500 }, 1_110_000)).toBe(0);
});
