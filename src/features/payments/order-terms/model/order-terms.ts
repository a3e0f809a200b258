import { shareOfCents } from '#lib/money.ts';
import type { CancelStep } from './term-values.ts';

/** The plans that an operator can offer, by the share of the total that is paid first. */
export const PLAN_SHARES = { deposit_25: 0.25, deposit_30: 0.3, deposit_50: 0.5, full: 1 } as const;
export type PlanOffer = keyof typeof PLAN_SHARES;
export const PLAN_OFFERS = Object.keys(PLAN_SHARES) as [PlanOffer, ...PlanOffer[]];

/** Returns what a buyer pays first by a plan, in cents. */
export function firstPaymentOf(plan: PlanOffer, totalCents: number): number {
  return shareOfCents(totalCents, PLAN_SHARES[plan]);
}

type OfferedPlans = { plans: PlanOffer[]; countryPlans: Record<string, PlanOffer[]> };

/** Returns the plans of a country, by default the general ones. */
export function plansFor({ plans, countryPlans }: OfferedPlans, country: string | null): PlanOffer[] {
  const own = country === null ? undefined : countryPlans[country];
  return own && own.length > 0 ? own : plans;
}

/** The rules in force when an order was made. */
export type OrderTerms = {
  version: number;
  /** The order completes only after full payment. */
  requiresBalance: boolean;
  /** The buyer of a car for sale has to accept the sales contract. */
  requiresContract: boolean;
  commissionBps: number;
  balanceDays: number;
  /** The security deposit that a rental asks for at the pick-up; 0 for none. */
  securityCents: number;
  /** Days after the due date until an unpaid sale is canceled. */
  graceDays: number;
  /** Days after the booking in which the buyer may cancel for a full refund. */
  cancelFreeDays: number;
  /** The step that ends the right of the buyer to cancel. */
  cancelUntil: CancelStep;
  /** What is kept of the price if the buyer cancels after the free days, or does not pay the balance. */
  keptCancelBps: number;
  keptUnpaidBps: number;
  /** Loading and completion need steps, contract and consignee. */
  requiresSteps: boolean;
  /** Days after the handover in which the buyer may open a claim. */
  claimDays: number;
  /** Business days for which a car is held for a transfer. */
  holdDays: number;
  /** The tolerance of a transfer: the smaller of a fixed amount and a share of the amount due. */
  toleranceCents: number;
  toleranceBps: number;
  /** The offered plans; `countryPlans` replace them for some countries. */
  plans: PlanOffer[];
  countryPlans: Record<string, PlanOffer[]>;
};

/** Terms of new rentals. Booked ones have their times in `rental_times`. */
export type RentalTerms = {
  /** Hours of the first and the last day of a rental by the clock of the car, and minutes after the last in which it is not late. */
  pickUpHour: number;
  returnHour: number;
  returnGraceMinutes: number;
  /** Days in which a renter pays the registration fee once. */
  rentalFeeDays: number;
  /** Minimum age of a renter; 0: neither age nor license is checked. */
  renterMinAge: number;
};
