import type pg from 'pg';
import type { Order } from '#features/orders/orders/model/order.ts';
import { findOrder } from '#features/orders/orders/server/order-store.ts';
import { orderNotFound } from '#features/orders/orders/server/pay-item.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { href } from '#lib/api-client/api-call.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Caller, Origin } from '#lib/server/http/caller.ts';
import { slipCalls } from '../../orders-calls.ts';
import { MAX_SLIPS } from '../model/slip.ts';
import type { SlipResponse, SlipsResponse } from '../model/slip-contract.ts';
import { waitsForMoney } from './send-slip.ts';
import { findSlip, type Slip, type SlipFile, slipsOfOrders } from './slip-store.ts';

function toResponse({ id, orderId, format, bytes, at }: Slip): SlipResponse {
  const url = href(slipCalls.open, { params: { id: orderId, slip: id } });
  return { id, format, bytes, at: at.toISOString(), url };
}

/** Returns the slips of several orders by order id. */
export async function slipsByOrder(db: Queryable, orderIds: number[]): Promise<Map<number, SlipResponse[]>> {
  const slips = await slipsOfOrders(db, [...new Set(orderIds)]);
  return new Map([...slips].map(([orderId, ofOrder]) => [orderId, ofOrder.map(toResponse)]));
}

/** Returns the slips of a user's order. Throws if it is somebody else's. */
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
 * Returns a slip to the buyer of its order and to staff, whose opening is audited. Throws `not_found` for anyone else, so ids cannot be
 * probed.
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
