import { shareOfCents } from '#lib/money.ts';

/** Share of the total (price, tax and registration fee) that a buyer pays as a deposit to book a car. */
export const BOOKING_SHARE = 0.25;

/** Returns the deposit in cents, rounded half up. */
function depositOf(totalCents: number): number {
  return shareOfCents(totalCents, BOOKING_SHARE);
}

export const DEFAULT_TAX_RATE = 0.08;
export const DEFAULT_REGISTRATION_FEE_CENTS = 30_000;

export type PriceBreakdown = {
  priceCents: number;
  taxCents: number;
  feeCents: number;
  totalCents: number;
  bookingCents: number;
};

/** The total is price + price × tax rate + registration fee. Tax and deposit are rounded half up to a cent. */
export function priceBreakdown(priceCents: number, taxRate: number, feeCents: number): PriceBreakdown {
  const taxCents = shareOfCents(priceCents, taxRate);
  const totalCents = priceCents + taxCents + feeCents;
  return { priceCents, taxCents, feeCents, totalCents, bookingCents: depositOf(totalCents) };
}

export type InstallmentTerms = {
  downPaymentCents: number;
  months: number;
  /** Per year: 0.035 for 3.5 %. */
  yearlyRate: number;
};

export const DEFAULT_TERMS: InstallmentTerms = { downPaymentCents: 500_000, months: 60, yearlyRate: 0.035 };

/** Returns the monthly payment of a standard amortized loan, or 0 if the down payment covers the price. */
export function monthlyInstallmentCents(priceCents: number, terms: InstallmentTerms): number {
  const borrowed = Math.max(0, priceCents - terms.downPaymentCents);
  const monthlyRate = terms.yearlyRate / 12;
  if (monthlyRate === 0) return Math.round(borrowed / terms.months);
  return Math.round((borrowed * monthlyRate) / (1 - (1 + monthlyRate) ** -terms.months));
}
