import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { OrderLife } from '#features/payments/order-acts/model/order-life.ts';
import type { OrderTerms } from '#features/payments/order-terms/model/order-terms.ts';

/** Money of an order in cents, always computed from its plan and what was received. */
type OrderMoney = {
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
  /** For the buyer's bank transfer. */
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

/** Returns the cents that the buyer still has to pay; 0 for an ended order. */
export function askedCents(order: OrderMoney & { life: OrderLife }): number {
  return order.life === 'held' || order.life === 'active' ? Math.max(openCents(order), 0) : 0;
}

/** Returns whether the buyer still has to accept the sales contract. */
export function needsContract(order: { contract: { accepted_at: string | null } | null; life: OrderLife }): boolean {
  return order.contract?.accepted_at === null && order.life === 'active';
}

/** The number of an order as buyers see it. */
export function orderNumber(id: number): string {
  return `CQ-${String(id).padStart(6, '0')}`;
}

/** How staff take money in person. card: at the office terminal. */
export const TAKEN_METHODS = ['cash', 'card'] as const;
export type TakenMethod = (typeof TAKEN_METHODS)[number];

/** transfer: returned money, and old receipts of transfers that staff recorded by hand */
export const CASH_METHODS = [...TAKEN_METHODS, 'transfer'] as const;
export type CashMethod = (typeof CASH_METHODS)[number];
