import type { BookingDeps } from '#features/aftersales/bookings/server/booking-deps.ts';
import { lockForCheckout } from '#features/catalog/server/api.ts';
import type { Order, OrderCar } from '#features/orders/orders/model/order.ts';
import { carsOfOrders, findOrder, lockOrder, orderNotFound } from '#features/orders/server/api.ts';
import type { MediaDeps } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { type Claim, findClaim, lockClaim } from './claim-store.ts';

export type ClaimDeps = { bookings: BookingDeps; media: MediaDeps };

export const claimNotFound = () => new AppError('not_found', 'no such claim', { messageKey: 'claims.notFound' });

export type ClaimRole = 'buyer' | 'seller' | 'operator';

/** Returns what a user is to an order; null for strangers. */
export function roleOf({ userId }: Order, cars: OrderCar[], user: number | null): 'buyer' | 'seller' | null {
  if (user === null) return null;
  if (user === userId) return 'buyer';
  return cars.some(({ sellerId }) => sellerId === user) ? 'seller' : null;
}

export type SeenClaim = { claim: Claim; order: Order; cars: OrderCar[]; role: ClaimRole };

/** Reads a claim for its buyer, a seller of its order or staff. Throws for everybody else as if it did not exist. */
export async function claimFor(db: Queryable, { user, admin }: Caller, id: number): Promise<SeenClaim> {
  const claim = await findClaim(db, id);
  const order = claim && (await findOrder(db, claim.orderId));
  if (!claim || !order) throw claimNotFound();
  const cars = (await carsOfOrders(db, [order.id])).get(order.id) ?? [];
  const role = admin ? 'operator' : roleOf(order, cars, user?.id ?? null);
  if (!role) throw claimNotFound();
  return { claim, order, cars, role };
}

export type LockedOrder = { order: Order; cars: OrderCar[] };

/** Locks the cars of an order and the order, in the sequence that all transactions use. */
export async function lockOrderOfClaim(db: Queryable, orderId: number): Promise<LockedOrder> {
  const cars = (await carsOfOrders(db, [orderId])).get(orderId) ?? [];
  for (const { listingId } of cars) await lockForCheckout(db, listingId);
  const order = await lockOrder(db, orderId);
  if (!order) throw orderNotFound();
  return { order, cars };
}

export type LockedClaim = LockedOrder & { claim: Claim };

/** Locks cars, order and claim, and reads them. */
export async function lockWholeClaim(db: Queryable, id: number): Promise<LockedClaim> {
  const snapshot = await findClaim(db, id);
  if (!snapshot) throw claimNotFound();
  const locked = await lockOrderOfClaim(db, snapshot.orderId);
  const claim = await lockClaim(db, id);
  if (!claim) throw claimNotFound();
  return { ...locked, claim };
}
