import {
  execute,
  type Queryable,
  query,
  queryAny,
  queryFirst,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Slips } from '#lib/server/database/rows.ts';

export type Slip = Pick<Slips, 'id' | 'format' | 'at'> & { orderId: number; bytes: number };

const OF_ORDERS = statement(`
  select id, order_id as "orderId", format, octet_length(content) as bytes, at
  from slips where order_id = any($1::bigint[]) order by order_id, position`);
const INSERT = statement(`
  insert into slips (order_id, position, format, content, sent_sha256)
  select $1, 1 + count(*), $2, $3, $4 from slips where order_id = $1`);

/** Returns the slips of several orders by order id. */
export async function slipsOfOrders(db: Queryable, orderIds: number[]): Promise<Map<number, Slip[]>> {
  return Map.groupBy(await rowsOf<Slip>(db, OF_ORDERS, [orderIds]), ({ orderId }) => orderId);
}

export type SlipFile = Pick<Slips, 'format' | 'content'>;

export const findSlip = queryFirst<SlipFile, [orderId: number, id: number]>(
  'select format, content from slips where order_id = $1 and id = $2',
);

/** Returns whether this file was already sent for the order. */
export const isSlipKnown = queryAny<[orderId: number, sentSha256: Buffer]>(
  'select 1 from slips where order_id = $1 and sent_sha256 = $2',
);

/** The caller holds the lock of the order and has counted its slips. */
export async function insertSlip(
  db: Queryable,
  orderId: number,
  { format, content }: SlipFile,
  sentSha256: Buffer,
): Promise<void> {
  await rowsOf(db, INSERT, [orderId, format, content, sentSha256]);
}

/** For the data export of a user, with the addresses of the files. */
export const slipsToExport = query<Record<string, unknown>, [userId: number]>(`
  select s.order_id, s.format, octet_length(s.content) as bytes, s.at, concat('/api/orders/', s.order_id, '/slips/', s.id) as address
  from slips s join orders o on o.id = s.order_id where o.user_id = $1 order by s.id`);

export const eraseSlips = execute<[userId: number]>(
  'delete from slips where order_id in (select id from orders where user_id = $1)',
);

/** Deletes the slips of orders that ended more than `afterS` seconds ago. */
export const deleteOldSlips = execute<[afterS: number]>(`
  delete from slips where order_id in (
    select id from orders where ended_at < now() - make_interval(secs => $1))`);
