import { shareOfCents } from '#lib/money.ts';

export const DEFAULT_TAX_RATE = 0.08;
export const DEFAULT_REGISTRATION_FEE_CENTS = 30_000;
/** The part of the total that books a car. */
export const BOOKING_SHARE = 0.25;

export type PriceBreakdown = {
  priceCents: number;
  taxCents: number;
  feeCents: number;
  totalCents: number;
  /** The part that is paid to book the car. */
  bookingCents: number;
};

/** price + price × tax rate + registration fee, each rounded half up to a cent; a booking takes a quarter of it. */
export function priceBreakdown(priceCents: number, taxRate: number, feeCents: number): PriceBreakdown {
  const taxCents = shareOfCents(priceCents, taxRate);
  const totalCents = priceCents + taxCents + feeCents;
  return { priceCents, taxCents, feeCents, totalCents, bookingCents: shareOfCents(totalCents, BOOKING_SHARE) };
}

export type InstallmentTerms = {
  downPaymentCents: number;
  months: number;
  /** Per year: 0.035 for 3.5 %. */
  yearlyRate: number;
};

export const DEFAULT_TERMS: InstallmentTerms = { downPaymentCents: 500_000, months: 60, yearlyRate: 0.035 };

/** The monthly payment of a standard amortised loan over what the down payment leaves; 0 when it leaves nothing. */
export function monthlyInstallmentCents(priceCents: number, terms: InstallmentTerms): number {
  const borrowed = Math.max(0, priceCents - terms.downPaymentCents);
  const monthlyRate = terms.yearlyRate / 12;
  if (monthlyRate === 0) return Math.round(borrowed / terms.months);
  return Math.round((borrowed * monthlyRate) / (1 - (1 + monthlyRate) ** -terms.months));
}
