import { expect, test } from 'vitest';
import { DEFAULT_TERMS, monthlyInstallmentCents, priceBreakdown } from './listing-pricing.ts';

test.each([
  [2_000_000, 0.08, 30_000, 160_000, 2_190_000, 547_500],
  [999, 0.08, 30_000, 80, 31_079, 7_770],
  [1_849_950, 0.08, 30_000, 147_996, 2_027_946, 506_987],
  [100, 0, 0, 0, 100, 25],
])('%i cents at %d tax and %i fee add up', (price, rate, fee, tax, total, booking) => {
  expect(priceBreakdown(price, rate, fee)).toEqual({
    priceCents: price,
    taxCents: tax,
    feeCents: fee,
    totalCents: total,
    bookingCents: booking,
  });
});

test('the default terms give the annuity of 60 months at 3.5 %', () => {
  expect(monthlyInstallmentCents(2_500_000, DEFAULT_TERMS)).toBe(36_383);
});

test('without interest the rest is divided by the months', () => {
  expect(monthlyInstallmentCents(1_700_000, { downPaymentCents: 500_000, months: 12, yearlyRate: 0 })).toBe(100_000);
});

test('a down payment that covers the price leaves nothing to pay', () => {
  expect(monthlyInstallmentCents(400_000, DEFAULT_TERMS)).toBe(0);
});
