import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { OrderLife } from '#features/payments/order-acts/model/order-life.ts';
import type { OrderTerms } from '#features/payments/order-terms/model/order-terms.ts';

const TRANSITIONS: Record<OrderLife, readonly OrderLife[]> = {
  held: ['active', 'cancelled'],
  /** Held again only if the transfer that had booked it was not for it. */
  active: ['completed', 'cancelled', 'held'],
  completed: [],
  /** Only if the hold for its transfer lapsed. */
  cancelled: ['held'],
};

export function canTransition(from: OrderLife, to: OrderLife): boolean {
  return TRANSITIONS[from].includes(to);
}

/** Money of an order in cents, always computed from its plan and what was received. */
export type OrderMoney = {
  owedCents: number;
  receivedCents: number;
  /** Bank charges of transfers that we bear. */
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

/** Returns what the buyer is still asked for: nothing once the order has ended. */
export function askedCents(order: OrderMoney & { life: OrderLife }): number {
  return order.life === 'held' || order.life === 'active' ? Math.max(openCents(order), 0) : 0;
}

/** Whether the buyer still has to accept the sales contract. */
export function needsContract(order: { contract: { accepted_at: string | null } | null; life: OrderLife }): boolean {
  return order.contract?.accepted_at === null && order.life === 'active';
}

/** The number of an order as buyers see it. */
export function orderNumber(id: number): string {
  return `CQ-${String(id).padStart(6, '0')}`;
}

/** How staff take money in person. card: by a terminal in the office. A transfer comes in by a line of a bank statement. */
export const TAKEN_METHODS = ['cash', 'card'] as const;
export type TakenMethod = (typeof TAKEN_METHODS)[number];

/** transfer: money that is given back, and receipts from the time when staff could record a transfer by hand */
export const CASH_METHODS = [...TAKEN_METHODS, 'transfer'] as const;
export type CashMethod = (typeof CASH_METHODS)[number];
