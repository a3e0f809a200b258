import type { PlanOffer } from './plan-offer.ts';

/** The rules in force when an order was made. */
export type OrderTerms = {
  version: number;
  /** Whether the order can be completed only when nothing is owed. */
  requiresBalance: boolean;
  /** Whether the buyer of a car for sale accepts the sales contract. */
  requiresContract: boolean;
  commissionBps: number;
  balanceDays: number;
  /** The security deposit that a rental asks for at the pick-up; 0 for none. */
  securityCents: number;
  /** Days after the due date until an unpaid sale is canceled. */
  graceDays: number;
  /** Business days for which a car is held for a transfer. */
  holdDays: number;
  /** The tolerance of a transfer: the smaller of a fixed amount and a share of the amount due. */
  toleranceCents: number;
  toleranceBps: number;
  /** What a buyer may choose, and what buyers for some countries may choose instead. */
  plans: PlanOffer[];
  countryPlans: Record<string, PlanOffer[]>;
};
