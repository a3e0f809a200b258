import type { OrderDeps } from '#features/orders/orders/server/order-deps.ts';
import { mailHold } from '#features/orders/orders/server/order-mails.ts';
import {
  type Actor,
  findOrder,
  lockOrderAndCars,
  moveOrder,
  orderNotFound,
} from '#features/orders/orders/server/order-store.ts';
import { END_REASONS } from '#features/payments/order-acts/model/order-life.ts';
import type { Payment } from '#features/payments/payments/model/payment.ts';
import {
  askOrder,
  lockHold,
  lockPaymentsOfOrder,
  refundableCents,
  releaseHold,
  requestRefund,
  updateRefundDue,
} from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { holdsToRemind, markReminded } from './hold-limit-store.ts';

const SYSTEM: Actor = { actor: 'system', actorId: null };

/** Ends the order of a lapsed hold. The caller holds the locks and has released the car. */
export async function endLapsedHold(db: Queryable, { orderId }: Payment, siteOrigin: string): Promise<void> {
  if (orderId === null) return;
  await mailHold(db, { siteOrigin }, orderId, 'lapsed');
  await endHold(db, orderId, SYSTEM, END_REASONS.hold_lapsed);
}

/** Cancels a hold for its buyer and refunds what has arrived. No-op if the hold is over. */
export async function cancelHold(deps: OrderDeps, userId: number, orderId: number): Promise<void> {
  const { pool } = deps.payments;
  if ((await findOrder(pool, orderId))?.userId !== userId) throw orderNotFound();
  await withTransaction(pool, async (db) => {
    const { order } = await lockOrderAndCars(db, orderId);
    if (order?.life === 'cancelled') return;
    await askOrder(db, orderId, 'cancel_hold', { now: deps.payments.clock.now() });
    const payment = await lockHold(db, orderId);
    if (!payment || !(await releaseHold(db, payment.id, 'canceled'))) {
      throw new AppError('conflict', 'the order is not held', { messageKey: 'orders.transfer.notHeld' });
    }
    await mailHold(db, deps, orderId, 'canceled');
    await endHold(db, orderId, { actor: 'buyer', actorId: userId }, 'Canceled by the buyer.');
  });
}

async function endHold(db: Queryable, orderId: number, actor: Actor, reason: string): Promise<void> {
  if (!(await moveOrder(db, orderId, { from: 'held', to: 'cancelled' }, actor, reason))) return;
  for (const payment of await lockPaymentsOfOrder(db, orderId)) {
    const amountCents = await refundableCents(db, payment);
    const askedBy = actor.actor === 'buyer' ? 'user' : 'system';
    if (amountCents <= 0) continue;
    await requestRefund(db, payment, { amountCents, reason, askedBy });
    await updateRefundDue(db, payment.id);
  }
}

const HOURS_BEFORE = 24;

type IsArriving = (db: Queryable, orderId: number) => Promise<boolean>;

/**
 * Emails each buyer once, a day before the hold ends, unless the transfer `isArriving`. Mark and email commit together.
 */
export async function remindHolds(
  deps: OrderDeps,
  isArriving: IsArriving,
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  const { pool, clock } = deps.payments;
  await workInTurn(await holdsToRemind(pool, clock.now(), HOURS_BEFORE), {
    pool,
    queue: 'hold reminders',
    work: (orderId) =>
      withTransaction(pool, async (db) => {
        if (await isArriving(db, orderId)) return;
        if (await markReminded(db, orderId, clock.now())) await mailHold(db, deps, orderId, 'ending');
      }),
    onError,
    run,
  });
}
