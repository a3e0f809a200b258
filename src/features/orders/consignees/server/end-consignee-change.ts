import type pg from 'pg';
import type { Order } from '#features/orders/orders/model/order.ts';
import {
  type CancelingParty,
  deleteCancelLinks,
  dueConsignees,
  findByCancelLink,
  markApplied,
  markCanceled,
  pendingConsignee,
} from '#features/orders/orders/server/consignee-store.ts';
import { findOrder, isSellerOf, lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import { answerOf } from '#features/payments/server/api.ts';
import {
  actingAdmin,
  actingSystem,
  actingUser,
  actingVisitor,
  audit,
  deleteDeadCodes,
  done,
  loginBlocksUntil,
  type Outcome,
  refused,
} from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { Run } from '#lib/server/jobs/job-runs.ts';
import { workInTurn } from '#lib/server/jobs/job-runs.ts';
import { hashOfToken } from '#lib/server/session/secret-token.ts';
import type { ConsigneeDeps } from './change-consignee.ts';
import { mailConsigneeEnd } from './consignee-mails.ts';

type Canceler = { party: CancelingParty; actor: Parameters<typeof audit>[2]['actor']; origin: Origin };
const SYSTEM_ORIGIN: Origin = { ip: '', userAgent: '', requestId: '' };

/** Cancels the pending change `id` of a locked order and emails every party. Returns false if it is not pending. */
async function cancelPending(
  db: Queryable,
  order: Order,
  id: number,
  now: Date,
  { party, actor, origin }: Canceler,
): Promise<boolean> {
  const change = await pendingConsignee(db, order.id);
  if (change?.id !== id || !(await markCanceled(db, id, now, party))) return false;
  await deleteCancelLinks(db, id);
  await mailConsigneeEnd(db, order, change, party);
  const subject = { kind: 'order', id: order.id };
  await audit(db, origin, { actor, action: 'consignee change canceled', subject, details: { consignee: id, party } });
  return true;
}

async function cancelOfOrder(
  { pool, clock }: { pool: pg.Pool; clock: Clock },
  orderId: number,
  by: Canceler,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const order = await lockOrder(db, orderId);
    const change = order && (await pendingConsignee(db, orderId));
    if (!change || !(await cancelPending(db, order, change.id, clock.now(), by)))
      throw new AppError('conflict', 'no pending consignee', { messageKey: 'orders.consignee.notPending' });
  });
}

/** Cancels the pending change of an order as its buyer or a seller of its cars. */
export async function cancelConsignee(
  deps: ConsigneeDeps,
  userId: number,
  orderId: number,
  origin: Origin,
): Promise<void> {
  const order = await findOrder(deps.pool, orderId);
  const isBuyer = order?.userId === userId;
  const isSeller = !isBuyer && (await isSellerOf(deps.pool, orderId, userId));
  if (!isBuyer && !isSeller) throw orderNotFound();
  await cancelOfOrder(deps, orderId, { party: isBuyer ? 'buyer' : 'seller', actor: actingUser(userId), origin });
}

export async function cancelConsigneeByOffice(
  deps: { pool: pg.Pool; clock: Clock },
  adminId: number,
  orderId: number,
  origin: Origin,
): Promise<void> {
  if (!(await findOrder(deps.pool, orderId))) throw orderNotFound();
  await cancelOfOrder(deps, orderId, { party: 'admin', actor: actingAdmin(adminId), origin });
}

/** Cancels a change by an emailed link. Links of ended changes are dead. */
export async function cancelConsigneeByLink(
  { pool, clock }: ConsigneeDeps,
  token: string,
  origin: Origin,
): Promise<Outcome> {
  const tokenHash = hashOfToken(token);
  const link = tokenHash && (await findByCancelLink(pool, tokenHash));
  if (!link) return refused('orders.consignee.linkDead');
  const { id, orderId, party } = link;
  return withTransaction(pool, async (db) => {
    const order = await lockOrder(db, orderId);
    const isCanceled =
      order && (await cancelPending(db, order, id, clock.now(), { party, actor: actingVisitor, origin }));
    return isCanceled ? done('orders.consignee.canceled') : refused('orders.consignee.linkDead');
  });
}

/**
 * Applies changes whose waiting day is over. Cancels a change if its order has ended or has a bill of lading, or if the buyer's login was
 * changed since, because the account may be stolen.
 */
export async function applyDueConsignees(
  { pool, clock }: { pool: pg.Pool; clock: Clock },
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  await workInTurn(await dueConsignees(pool, clock.now()), {
    pool,
    queue: 'consignees',
    itemOf: ({ id }) => String(id),
    work: ({ id, orderId }) => withTransaction(pool, (db) => applyDue(db, orderId, id, clock.now())),
    onError,
    run,
  });
  await deleteDeadCodes(pool);
}

async function applyDue(db: Queryable, orderId: number, id: number, now: Date): Promise<void> {
  const order = await lockOrder(db, orderId);
  if (!order) throw new Error(`consignee ${id} has no order`);
  const { answer } = await answerOf(db, orderId, 'change_consignee', now);
  const isChecked = answer.may === 'no' && answer.why === 'checked';
  const isClosed = answer.may !== 'yes' && !isChecked;
  if (isClosed || (await loginBlocksUntil(db, order.userId, now))) {
    await cancelPending(db, order, id, now, { party: 'system', actor: actingSystem, origin: SYSTEM_ORIGIN });
    return;
  }
  if (isChecked) return;
  const change = await pendingConsignee(db, orderId);
  if (change?.id !== id || !(await markApplied(db, id, now))) return;
  await deleteCancelLinks(db, id);
  await mailConsigneeEnd(db, order, change, null);
  const subject = { kind: 'order', id: orderId };
  await audit(db, SYSTEM_ORIGIN, {
    actor: actingSystem,
    action: 'consignee changed',
    subject,
    details: { consignee: id },
  });
}
