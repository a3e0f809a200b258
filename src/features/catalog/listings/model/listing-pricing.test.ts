import { expect, test } from 'vitest';
import { DEFAULT_TERMS, monthlyInstallmentCents, priceBreakdown } from './listing-pricing.ts';

test.each([
  [2_000_000, 0.08, 30_000, 160_000, 2_190_000, 547_500],
  [999, 0.08, 30_000, 80, 31_079, 7_770],
  [1_849_950, 0.08, 30_000, 147_996, 2_027_946, 506_987],
  [100, 0, 0, 0, 100, 25],
])('%i cents with tax rate %d and fee %i', (price, rate, fee, tax, total, booking) => {
  expect(priceBreakdown(price, rate, fee)).toEqual({
    priceCents: price,
    taxCents: tax,
    feeCents: fee,
    totalCents: total,
    bookingCents: booking,
  });
});

test('calculates the annuity of 60 months at 3.5 % for the default terms', () => {
  expect(monthlyInstallmentCents(2_500_000, DEFAULT_TERMS)).toBe(36_383);
});

test('divides the loan by the months if there is no interest', () => {
  expect(monthlyInstallmentCents(1_700_000, { downPaymentCents: 500_000, months: 12, yearlyRate: 0 })).toBe(100_000);
});

test('returns 0 if the down payment covers the price', () => {
  expect(monthlyInstallmentCents(400_000, DEFAULT_TERMS)).toBe(0);
});
