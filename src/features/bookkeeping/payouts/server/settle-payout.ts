import {
  askOrder,
  type BookedPayout,
  payableOf,
  payoutAccountOf,
  postPayoutBooked,
  postPayoutSent,
  postPayoutUndone,
} from '#features/payments/server/api.ts';
import { actingAdmin, audit, done, type Outcome } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import type { PayoutState } from '../model/payout.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { mailPayout } from './payout-mails.ts';
import { issueStatement } from './payout-statement.ts';
import { lockOrders, lockPayout, movePayout, type Payout, partsOfPayouts } from './payout-store.ts';

type Action = 'payout sent' | 'payout booked' | 'payout failed' | 'payout canceled';

/** Records that finance has transferred a payout, and issues its statement. */
export function recordPayoutSent(deps: PayoutDeps, admin: SignedInAdmin, id: number, origin: Origin): Promise<Outcome> {
  return settle(deps, admin, id, origin, 'payout sent', async (db, payout) => {
    const parts = (await partsOfPayouts(db, [id])).get(id) ?? [];
    await lockOrders(
      db,
      parts.map(({ orderId }) => orderId),
    );
    // A payout that needs a second person is sent only after the approval.
    const asked = { now: deps.clock.now(), isApproved: payout.needsSecondPerson };
    for (const { orderId } of parts) await askOrder(db, orderId, 'pay_out', asked);
    if ((await payoutAccountOf(db, payout.sellerId))?.id !== payout.accountId)
      throw new AppError('conflict', 'another account', { messageKey: 'admin.payouts.accountChanged' });
    const owed = new Map((await payableOf(db, payout.sellerId)).map(({ orderId, cents }) => [orderId, cents]));
    if (parts.some(({ orderId, cents }) => cents > (owed.get(orderId) ?? 0)))
      throw new AppError('conflict', 'less is owed', { messageKey: 'admin.payouts.lessOwed' });
    await move(db, payout, 'approved', { to: 'sent' });
    await postPayoutSent(db, id, parts);
    await mailPayout(db, deps.siteOrigin, payout);
    await issueStatement(db, deps, payout, parts);
    return done('admin.payouts.sent');
  });
}

/** Records by hand that the bank has paid a payout. The amount stays in transit until its line of a statement is matched. */
export function bookPayout(
  deps: PayoutDeps,
  admin: SignedInAdmin,
  id: number,
  feeCents: number,
  origin: Origin,
): Promise<Outcome> {
  return settle(deps, admin, id, origin, 'payout booked', async (db) => {
    await recordPayoutBooked(db, id, { feeCents, from: 'bank_in_transit' });
    return done('admin.payouts.booked');
  });
}

/**
 * Records that the bank has paid a payout, in the caller's transaction, and returns its cents without the fee. Throws
 * unless the payout is on its way.
 */
export async function recordPayoutBooked(
  db: Queryable,
  id: number,
  { feeCents, from }: { feeCents: number; from: BookedPayout['from'] },
): Promise<number> {
  const payout = await lockPayout(db, id);
  if (!payout) throw payoutNotFound();
  await move(db, payout, 'sent', { to: 'booked', feeCents });
  await postPayoutBooked(db, id, { cents: payout.cents, feeCents, from });
  return payout.cents;
}

/** Records that a payout came back: the seller is owed again. */
export function failPayout(
  deps: PayoutDeps,
  admin: SignedInAdmin,
  id: number,
  reason: string,
  origin: Origin,
): Promise<Outcome> {
  return settle(deps, admin, id, origin, 'payout failed', async (db, payout) => {
    const parts = (await partsOfPayouts(db, [id])).get(id) ?? [];
    await lockOrders(
      db,
      parts.map(({ orderId }) => orderId),
    );
    await move(db, payout, 'sent', { to: 'failed', reason });
    await postPayoutUndone(db, id, parts);
    await mailPayout(db, deps.siteOrigin, payout, reason);
    return done('admin.payouts.failed');
  });
}

/** Cancels a payout that was not sent. */
export function cancelPayout(
  deps: PayoutDeps,
  admin: SignedInAdmin,
  id: number,
  reason: string,
  origin: Origin,
): Promise<Outcome> {
  return settle(deps, admin, id, origin, 'payout canceled', async (db, payout) => {
    await move(db, payout, payout.state === 'waiting' ? 'waiting' : 'approved', { to: 'canceled', reason });
    return done('admin.payouts.canceled');
  });
}

const payoutNotFound = () => new AppError('not_found', 'no such payout', { messageKey: 'admin.payouts.notFound' });

async function move(
  db: Queryable,
  { id, state }: Payout,
  from: PayoutState,
  change: Parameters<typeof movePayout>[3],
): Promise<void> {
  if (state !== from || !(await movePayout(db, id, from, change)))
    throw new AppError('conflict', `a ${state} payout`, { messageKey: 'admin.payouts.changed' });
}

function settle(
  { pool }: PayoutDeps,
  admin: SignedInAdmin,
  id: number,
  origin: Origin,
  action: Action,
  work: (db: Queryable, payout: Payout) => Promise<Outcome>,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const payout = await lockPayout(db, id);
    if (!payout) throw payoutNotFound();
    // Before the work, because documents must come last.
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action,
      subject: { kind: 'payout', id },
      details: { cents: payout.cents, before: payout.state },
    });
    return work(db, payout);
  });
}
