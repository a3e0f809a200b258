import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { takeCash } from '#features/orders/server/take-cash.ts';
import { signInAdmin } from '../data/accounts.ts';
import { testDocuments } from '../documents/test-documents.ts';

const ORIGIN = { ip: '127.0.0.1', userAgent: '', requestId: 'a test' };

/** Records at the office that the open amount of a booking's order was paid in cash. */
export async function payBalance(pool: pg.Pool, bookingId: number): Promise<void> {
  const { rows } = await pool.query<{ id: number; open: number }>(
    `select c.order_id as id, m.owed_cents - m.received_cents - m.shortfall_cents as open
     from order_cars c join order_money m on m.order_id = c.order_id where c.booking_id = $1`,
    [bookingId],
  );
  const [order] = rows;
  if (!order) throw new Error(`booking ${bookingId} has no order`);
  const receipt = { key: randomUUID(), method: 'cash', cents: order.open, note: '' } as const;
  await takeCash({ pool, documents: testDocuments(pool) }, (await signInAdmin(pool)).id, order.id, receipt, ORIGIN);
}

/** Gives the order of a payment the terms of bookings made before there were orders. */
export async function useFirstTerms(pool: pg.Pool, paymentId: number): Promise<void> {
  await pool.query('update orders set terms_version = 1 where id = (select order_id from payments where id = $1)', [
    paymentId,
  ]);
}
