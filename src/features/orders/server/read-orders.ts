import type pg from 'pg';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { pageOf, rowsBefore } from '#lib/paging.ts';
import type { MyOrdersResponse, OrderResponse } from '../model/order-contract.ts';
import { toOrderResponse, toSummaries } from './order-responses.ts';
import { findOrder, ordersOfUser } from './order-store.ts';
import { orderNotFound } from './pay-item.ts';

const PAGE_SIZE = 20;

type ReadDeps = { pool: pg.Pool; clock: Clock };

type Wanted = { page: number; isOpen: boolean };

/** Returns a page of a user's orders, newest first. `isOpen`: only those that are held or booked. */
export async function myOrders(
  { pool, clock }: ReadDeps,
  userId: number,
  { page, isOpen }: Wanted,
): Promise<MyOrdersResponse> {
  const range = { limit: PAGE_SIZE, offset: rowsBefore(page, PAGE_SIZE), isOpen };
  const { orders, total } = await ordersOfUser(pool, userId, range);
  return pageOf(await toSummaries(pool, orders, clock.now()), { total }, page, PAGE_SIZE);
}

/** Returns an order of a user. Throws if it is somebody else's. */
export async function myOrder(
  { pool, clock }: ReadDeps,
  userId: number,
  id: number,
  t: Translator,
): Promise<OrderResponse> {
  const order = await findOrder(pool, id);
  if (order?.userId !== userId) throw orderNotFound();
  return toOrderResponse(pool, order, clock.now(), t);
}
