import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { OrderHolds } from '#lib/server/database/rows.ts';

const INSERT = statement(`
  insert into order_holds (order_id, payment_id, until, time_zone, buyer_name, buyer_address, buyer_country, terms_version, accepted_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);
const FIND = statement(`
  select order_id as "orderId", payment_id as "paymentId", until, time_zone as "timeZone", buyer_name as name,
    buyer_address as address, buyer_country as country, terms_version as "termsVersion"
  from order_holds where order_id = $1`);

/** How cars are held for a bank transfer, and the buyer as typed for the documents. */
export type OrderHold = Columns<OrderHolds, 'order_id' | 'payment_id' | 'until' | 'time_zone' | 'terms_version'> & {
  name: string;
  address: string;
  country: string;
};

export async function insertOrderHold(db: Queryable, hold: OrderHold, acceptedAt: Date): Promise<void> {
  const { orderId, paymentId, until, timeZone, name, address, country, termsVersion } = hold;
  await rowsOf(db, INSERT, [orderId, paymentId, until, timeZone, name, address, country, termsVersion, acceptedAt]);
}

/** Returns the hold of an order; null if it was not placed by bank transfer. */
export async function findOrderHold(db: Queryable, orderId: number): Promise<OrderHold | null> {
  return (await rowsOf<OrderHold>(db, FIND, [orderId]))[0] ?? null;
}

const RENEW = statement(`
  with before as (
    update payments p set outcome = 'revived' from order_holds h where h.order_id = $1 and p.id = h.payment_id and p.outcome = 'lapsed'
  )
  update order_holds set payment_id = $2, until = $3, reminded_at = null where order_id = $1`);

/** Renews the hold with another payment. A lapsed hold then does not count against the buyer. */
export async function renewOrderHold(db: Queryable, orderId: number, paymentId: number, until: Date): Promise<void> {
  await rowsOf(db, RENEW, [orderId, paymentId, until]);
}

const ERASE = statement(`
  update order_holds set buyer_name = '-', buyer_address = '-' where order_id in (select id from orders where user_id = $1)`);

/** Erases the names and addresses that a user gave with holds. Issued documents keep them. */
export async function eraseHolders(db: Queryable, userId: number): Promise<void> {
  await rowsOf(db, ERASE, [userId]);
}

const TO_EXPORT = statement(`
  select h.order_id, h.until, h.buyer_name, h.buyer_address, h.buyer_country, h.accepted_at
  from order_holds h join orders o on o.id = h.order_id where o.user_id = $1 order by 1`);

export function holdsToExport(db: Queryable, userId: number): Promise<Record<string, unknown>[]> {
  return rowsOf(db, TO_EXPORT, [userId]);
}
