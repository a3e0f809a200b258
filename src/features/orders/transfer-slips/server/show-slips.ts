import type pg from 'pg';
import { askedCents, type Order } from '#features/orders/orders/model/order.ts';
import { findOrder, lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { type MediaDeps, readFileOfUser } from '#features/site/server/api.ts';
import { href } from '#lib/api-client/api-call.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Caller, Origin } from '#lib/server/http/caller.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import { slipCalls } from '../../orders-calls.ts';
import { MAX_SLIPS } from '../model/slip.ts';
import type { SlipResponse, SlipsResponse } from '../model/slip-contract.ts';
import { findSlip, insertSlip, isSlipKnown, type Slip, type SlipFile, slipsOfOrders } from './slip-store.ts';

function toResponse({ id, orderId, format, bytes, at }: Slip): SlipResponse {
  const url = href(slipCalls.open, { params: { id: orderId, slip: id } });
  return { id, format, bytes, at: at.toISOString(), url };
}

/** Returns the slips of several orders by order id. */
export async function slipsByOrder(db: Queryable, orderIds: number[]): Promise<Map<number, SlipResponse[]>> {
  const slips = await slipsOfOrders(db, [...new Set(orderIds)]);
  return new Map([...slips].map(([orderId, ofOrder]) => [orderId, ofOrder.map(toResponse)]));
}

/** Returns the slips of a user's order. Throws `not_found` for orders of other users. */
export async function mySlips(db: Queryable, userId: number, orderId: number): Promise<SlipsResponse> {
  const order = await findOrder(db, orderId);
  if (order?.userId !== userId) throw orderNotFound();
  return slipsOf(db, order);
}

export async function slipsForStaff(db: Queryable, orderId: number): Promise<SlipsResponse> {
  const order = await findOrder(db, orderId);
  if (!order) throw orderNotFound();
  return slipsOf(db, order);
}

async function slipsOf(db: Queryable, order: Order): Promise<SlipsResponse> {
  const items = (await slipsByOrder(db, [order.id])).get(order.id) ?? [];
  return { items, may_send: waitsForMoney(order) && items.length < MAX_SLIPS };
}

type Wanted = { id: number; slip: number };

/**
 * Returns a slip to the buyer and to staff, and audits staff access. Throws `not_found` for anyone else, so ids cannot be probed.
 */
export async function openSlip(pool: pg.Pool, caller: Caller, { id, slip }: Wanted, origin: Origin): Promise<SlipFile> {
  const order = await findOrder(pool, id);
  const { admin, user } = caller;
  const maySee = order !== null && (admin !== null || order.userId === user?.id);
  const file = maySee ? await findSlip(pool, id, slip) : null;
  if (!file) throw new AppError('not_found', 'no such slip', { messageKey: 'slips.notFound' });
  if (admin && order?.userId !== user?.id) {
    const subject = { kind: 'order', id };
    await audit(pool, origin, { actor: actingAdmin(admin.id), action: 'slip opened', subject, details: { slip } });
  }
  return file;
}

/**
 * Stores a slip of a user's order: a PDF unchanged, or a picture re-encoded without metadata. Changes no money and no hold. Idempotent per
 * file. Throws if the order belongs to another user, awaits no money or has five slips.
 */
export async function sendSlip(
  deps: MediaDeps,
  userId: number,
  orderId: number,
  file: UploadedFile | undefined,
): Promise<void> {
  const { pool } = deps;
  if ((await findOrder(pool, orderId))?.userId !== userId) throw orderNotFound();
  if (!file) throw new AppError('malformed', 'no file', { messageKey: 'media.noFile' });
  if (await isSlipKnown(pool, orderId, file.sha256)) return;
  const slip = await readFileOfUser(deps, userId, file);
  await withTransaction(pool, async (db) => {
    const order = await lockOrder(db, orderId);
    if (!order) throw orderNotFound();
    if (await isSlipKnown(db, orderId, file.sha256)) return;
    if (!waitsForMoney(order)) throw new AppError('conflict', 'nothing is open', { messageKey: 'slips.nothingOpen' });
    const slips = (await slipsOfOrders(db, [orderId])).get(orderId) ?? [];
    if (slips.length >= MAX_SLIPS) throw new AppError('conflict', 'five slips', { messageKey: 'slips.tooMany' });
    await insertSlip(db, orderId, slip, file.sha256);
  });
}

/** Returns whether a transfer for the order may be on its way. */
function waitsForMoney(order: Parameters<typeof askedCents>[0]): boolean {
  return askedCents(order) > 0;
}
