import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { askToWait, stopWaiting } from './waiting-store.ts';

/** Puts a user on the list of a car that somebody else holds. Throws if nobody else does. */
export async function waitForCar(db: Queryable, userId: number, listingId: number): Promise<void> {
  if (await askToWait(db, listingId, userId)) return;
  throw new AppError('conflict', 'not held by another buyer', { messageKey: 'orders.transfer.noWaiting' });
}

export async function leaveList(db: Queryable, userId: number, listingId: number): Promise<void> {
  await stopWaiting(db, listingId, userId);
}
