import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { cashReceiptApproval, takeCash } from '#features/orders/billing/server/cash.ts';
import { approve } from '#features/people/approvals/server/approve.ts';
import { signInAdmin } from '../data/accounts.ts';
import { getJson, postJson } from '../server/test-app.ts';
import { testDocuments } from '../site/documents/test-documents.ts';

const ORIGIN = { ip: '127.0.0.1', userAgent: '', requestId: 'a test' };

/** Records at the office that the open amount of a booking's order was paid in cash. A second person approves amounts above the limit. */
export async function payBalance(pool: pg.Pool, bookingId: number): Promise<void> {
  const { rows } = await pool.query<{ id: number; open: number }>(
    `select c.order_id as id, m.owed_cents - m.received_cents - m.shortfall_cents as open
     from order_cars c join order_money m on m.order_id = c.order_id where c.booking_id = $1`,
    [bookingId],
  );
  const [order] = rows;
  if (!order) throw new Error(`booking ${bookingId} has no order`);
  const [one, other] = [await signInAdmin(pool), await signInAdmin(pool)];
  const taken = { order: order.id, key: randomUUID(), method: 'cash', cents: order.open, note: '' } as const;
  const deps = { pool, documents: testDocuments(pool) };
  if ((await takeCash(deps, one, taken, ORIGIN)) === 'recorded') return;
  const { rows: proposals } = await pool.query<{ id: number; hash: string }>(
    `select id, encode(payload_hash, 'hex') as hash from approvals where kind = 'cash receipt' and proposer_id = $1`,
    [one.id],
  );
  const approver = { ...other, sessionId: 0, role: 'administrator', fromEnvironment: false, needsSecondFactor: false };
  const { done } = await approve({ pool, kinds: [cashReceiptApproval(deps)] }, approver, proposals[0]!, ORIGIN);
  if (!done) throw new Error(`the receipt for booking ${bookingId} was not approved`);
}

/** Gives the order of a payment the terms of bookings from before orders existed. */
export async function useFirstTerms(pool: pg.Pool, paymentId: number): Promise<void> {
  await pool.query('update orders set terms_version = 1 where id = (select order_id from payments where id = $1)', [
    paymentId,
  ]);
}

/** Approves the only open proposal. */
export async function approveOpen(app: FastifyInstance, cookie: string) {
  const { items } = (await getJson(app, '/api/admin/approvals', cookie)).body;
  const { id, hash } = items.find(({ state }: { state: string }) => state === 'open');
  return postJson(app, `/api/admin/approvals/${id}/approve`, { hash }, { cookie });
}
