import type { Offer } from '#features/listings/model/listing.ts';
import type { PlanOffer } from './placing/plan-offer.ts';

/**
 * - `held`: waits for a bank transfer
 * - `active`: booked
 * - `completed`: handed over
 * - `cancelled`: ended without a handover
 */
export const ORDER_LIVES = ['held', 'active', 'completed', 'cancelled'] as const;
export type OrderLife = (typeof ORDER_LIVES)[number];

const TRANSITIONS: Record<OrderLife, readonly OrderLife[]> = {
  held: ['active', 'cancelled'],
  active: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

export function canTransition(from: OrderLife, to: OrderLife): boolean {
  return TRANSITIONS[from].includes(to);
}

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
  /** What may be missing from a transfer: the smaller of an amount and of a share of what was due. */
  toleranceCents: number;
  toleranceBps: number;
  /** What a buyer may choose, and what buyers for some countries may choose instead. */
  plans: PlanOffer[];
  countryPlans: Record<string, PlanOffer[]>;
};

/** Money of an order in cents, always computed from its plan and what was received. */
export type OrderMoney = {
  owedCents: number;
  receivedCents: number;
  /** What banks kept of transfers and we bear. */
  shortfallCents: number;
};

export type OrderCar = {
  listingId: number;
  sellerId: number;
  bookingId: number | null;
  priceCents: number;
  taxCents: number;
  feeCents: number;
  totalCents: number;
  commissionCents: number;
};

export type Order = OrderMoney & {
  id: number;
  userId: number;
  offer: Offer;
  life: OrderLife;
  /** What the buyer writes on a bank transfer. */
  reference: string;
  planVersion: number;
  terms: OrderTerms;
  createdAt: Date;
  endedAt: Date | null;
};

/** Returns what is still to be paid; negative if more was received than owed. */
export function openCents({ owedCents, receivedCents, shortfallCents }: OrderMoney): number {
  return owedCents - receivedCents - shortfallCents;
}

/** The number of an order as buyers see it. */
export function orderNumber(id: number): string {
  return `CQ-${String(id).padStart(6, '0')}`;
}
