import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Slips } from '#lib/server/database/rows.ts';

export type Slip = Pick<Slips, 'id' | 'format' | 'at'> & { orderId: number; bytes: number };

const OF_ORDERS = statement(`
  select id, order_id as "orderId", format, octet_length(content) as bytes, at
  from slips where order_id = any($1::bigint[]) order by order_id, position`);
const FIND = statement('select format, content from slips where order_id = $1 and id = $2');
const IS_KNOWN = statement('select 1 from slips where order_id = $1 and sent_sha256 = $2');
const INSERT = statement(`
  insert into slips (order_id, position, format, content, sent_sha256)
  select $1, 1 + count(*), $2, $3, $4 from slips where order_id = $1`);

/** Returns the slips of several orders by order id. */
export async function slipsOfOrders(db: Queryable, orderIds: number[]): Promise<Map<number, Slip[]>> {
  return Map.groupBy(await rowsOf<Slip>(db, OF_ORDERS, [orderIds]), ({ orderId }) => orderId);
}

export type SlipFile = Pick<Slips, 'format' | 'content'>;

export async function findSlip(db: Queryable, orderId: number, id: number): Promise<SlipFile | null> {
  return (await rowsOf<SlipFile>(db, FIND, [orderId, id]))[0] ?? null;
}

/** Returns whether this file was already sent for the order. */
export async function isSlipKnown(db: Queryable, orderId: number, sentSha256: Buffer): Promise<boolean> {
  return (await rowsOf(db, IS_KNOWN, [orderId, sentSha256])).length > 0;
}

/** The caller holds the lock of the order and has counted its slips. */
export async function insertSlip(
  db: Queryable,
  orderId: number,
  { format, content }: SlipFile,
  sentSha256: Buffer,
): Promise<void> {
  await rowsOf(db, INSERT, [orderId, format, content, sentSha256]);
}

const TO_EXPORT = statement(`
  select s.order_id, s.format, octet_length(s.content) as bytes, s.at, concat('/api/orders/', s.order_id, '/slips/', s.id) as address
  from slips s join orders o on o.id = s.order_id where o.user_id = $1 order by s.id`);
const ERASE = statement('delete from slips where order_id in (select id from orders where user_id = $1)');
const DELETE_OLD = statement(`
  delete from slips where order_id in (
    select id from orders where ended_at < now() - make_interval(secs => $1))`);

/** For the data export of a user, with the addresses of the files. */
export function slipsToExport(db: Queryable, userId: number): Promise<Record<string, unknown>[]> {
  return rowsOf(db, TO_EXPORT, [userId]);
}

export async function eraseSlips(db: Queryable, userId: number): Promise<void> {
  await rowsOf(db, ERASE, [userId]);
}

/** Deletes the slips of orders that ended more than `afterS` seconds ago. */
export async function deleteOldSlips(db: Queryable, afterS: number): Promise<void> {
  await rowsOf(db, DELETE_OLD, [afterS]);
}
