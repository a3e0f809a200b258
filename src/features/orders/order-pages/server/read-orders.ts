import type pg from 'pg';
import type { MyOrdersResponse, OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import {
  documentSubjectsOf,
  findOrder,
  isSellerOf,
  orderNotFound,
  ordersOfUser,
} from '#features/orders/orders/server/order-store.ts';
import { type DocumentDeps, documentsOfSubject, downloadOf } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { pageOf, rowsBefore } from '#lib/contract-parts.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { MailFile } from '#lib/server/mail/mail.ts';
import { toOrderResponse, toSummaries } from './order-responses.ts';

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

/** Returns an order of a user. Throws `not_found` for orders of other users. */
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

/**
 * Returns a document of an order to its buyer, and the sales contract and handovers also to the sellers. Throws `not_found` for every other
 * document, so ids cannot be probed.
 */
export async function myDocument(deps: DocumentDeps, userId: number, orderId: number, id: number): Promise<MailFile> {
  const isMine = (await findOrder(deps.pool, orderId))?.userId === userId;
  const subjects = await documentSubjectsOf(deps.pool, orderId);
  const documents = await Promise.all(subjects.map((subject) => documentsOfSubject(deps.pool, subject)));
  const document = documents.flat().find((one) => one.id === id);
  const isForSellers = document?.kind === 'contract' || document?.kind === 'handover';
  const mayRead = isMine || (isForSellers && (await isSellerOf(deps.pool, orderId, userId)));
  if (!document || !mayRead) throw new AppError('not_found', 'no such document', { messageKey: 'orders.noDocument' });
  return downloadOf(deps, document);
}
