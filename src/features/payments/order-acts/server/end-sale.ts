import { lockForCheckout } from '#features/catalog/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { answerOf } from './ask-order.ts';

export type SaleDeps = {
  clock: Clock;
  siteOrigin: string;
  /** The number of an order as staff see it, which a later area defines. */
  numberOf(orderId: number): string;
  /** Locks the cars, payment and bookings of an order. Returns a function that completes them, or null if the order has no booking. */
  lockBookings(db: Queryable, orderId: number): Promise<((adminId: number) => Promise<void>) | null>;
};

type LockedSale = {
  car: Awaited<ReturnType<typeof lockForCheckout>>;
  complete: ((adminId: number) => Promise<void>) | null;
};

const LOCK = statement('select id from orders where id = $1 for update');

/** Locks a car with its order and everything that the end of the order changes, in the order that all transactions use. */
export async function lockSale(db: Queryable, deps: SaleDeps, orderId: number, listingId: number): Promise<LockedSale> {
  const complete = await deps.lockBookings(db, orderId);
  const car = await lockForCheckout(db, listingId);
  if ((await rowsOf(db, LOCK, [orderId])).length === 0)
    throw new AppError('not_found', 'no such order', { messageKey: 'orders.notFound' });
  return { car, complete };
}

/**
 * Completes an order that went on after a claim gave its buyer most of the price, once its cars are back or lost: the buyer gets what was decided, and
 * its sellers and we keep the rest. Does nothing while the rule refuses to complete it, such as during another claim.
 */
export async function endReducedSale(
  db: Queryable,
  deps: SaleDeps,
  orderId: number,
  { complete }: LockedSale,
  adminId: number,
): Promise<void> {
  const { facts, answer } = await answerOf(db, orderId, 'complete', deps.clock.now());
  const isOver = facts.isReduced && facts.cars.every(({ isBack, isLost }) => isBack || isLost);
  if (complete && isOver && answer.may === 'yes') await complete(adminId);
}
