import type pg from 'pg';
import { lockForCheckout, setCheckoutStatus } from '#features/catalog/server/api.ts';
import { actingAdmin, audit, done, type Outcome } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { rowsOf, statement } from '#lib/server/database/statement.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { askOrder } from './ask-order.ts';
import { mailReturn } from './return-mails.ts';
import { insertReturn } from './return-store.ts';

export type ReturnDeps = { pool: pg.Pool; clock: Clock; siteOrigin: string };

const LOCK = statement('select id from orders where id = $1 for update');

/**
 * Records that a car of an undone order is back, and emails buyer and seller: its refunds are sent, and its seller may put it on sale again.
 * Throws unless its return is awaited.
 */
export function recordReturn(
  { pool, clock, siteOrigin }: ReturnDeps,
  admin: SignedInAdmin,
  orderId: number,
  { listingId, note }: { listingId: number; note: string },
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const car = await lockForCheckout(db, listingId);
    if ((await rowsOf(db, LOCK, [orderId])).length === 0)
      throw new AppError('not_found', 'no such order', { messageKey: 'orders.notFound' });
    const { life } = await askOrder(db, orderId, 'take_back', { now: clock.now(), listingId });
    await insertReturn(db, orderId, listingId, { adminId: admin.id, note });
    // The car of a completed order stays sold until its seller lists it again.
    if (life === 'cancelled' && car?.status === 'sold') await setCheckoutStatus(db, listingId, 'paused');
    await mailReturn(db, siteOrigin, orderId, listingId);
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'car returned',
      subject: { kind: 'order', id: orderId },
      details: { listing: listingId, note },
    });
    return done('acts.return.recorded');
  });
}
