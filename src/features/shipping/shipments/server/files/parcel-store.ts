import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { OrderParcels, ParcelWithdrawals } from '#lib/server/database/rows.ts';

type NewParcel = Omit<OrderParcels, 'told_at' | 'sent_on'> & { sent_on: string };
/** `reason` and `withdrawn_at` are null unless it was withdrawn. */
export type ParcelRecord = NewParcel & { told_at: Date; reason: string | null; withdrawn_at: Date | null };

const COLUMNS = `id, order_id, courier, tracking_number, to_char(sent_on, 'YYYY-MM-DD') as sent_on, contents, p.actor, p.actor_id, told_at`;
const INSERT = statement(`
  insert into order_parcels as p (id, order_id, courier, tracking_number, sent_on, contents, actor, actor_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing
  returning ${COLUMNS}, null as reason, null::timestamptz as withdrawn_at`);
const PARCELS = `
  select ${COLUMNS}, w.reason, w.at as withdrawn_at from order_parcels p left join parcel_withdrawals w on w.parcel_id = p.id`;
const FIND = statement(`${PARCELS} where p.id = $1`);
const OF_ORDER = statement(`${PARCELS} where p.order_id = $1 order by told_at desc, id`);
const WITHDRAW = statement(`
  insert into parcel_withdrawals (parcel_id, reason, actor, actor_id) values ($1, $2, $3, $4)
  on conflict (parcel_id) do nothing returning at`);

/** Inserts a parcel. Returns null if its id is taken. */
export async function insertParcel(db: Queryable, parcel: NewParcel): Promise<ParcelRecord | null> {
  const {
    id,
    order_id: orderId,
    courier,
    tracking_number: tracking,
    sent_on: on,
    contents,
    actor,
    actor_id: by,
  } = parcel;
  const [row] = await rowsOf<ParcelRecord>(db, INSERT, [id, orderId, courier, tracking, on, contents, actor, by]);
  return row ?? null;
}

export async function findParcel(db: Queryable, id: string): Promise<ParcelRecord | null> {
  return (await rowsOf<ParcelRecord>(db, FIND, [id]))[0] ?? null;
}

export function parcelsOfOrder(db: Queryable, orderId: number): Promise<ParcelRecord[]> {
  return rowsOf<ParcelRecord>(db, OF_ORDER, [orderId]);
}

/** Withdraws a parcel. Returns null if it was withdrawn before. */
export async function insertWithdrawal(db: Queryable, row: Omit<ParcelWithdrawals, 'at'>): Promise<Date | null> {
  const { parcel_id: id, reason, actor, actor_id: by } = row;
  return (await rowsOf<{ at: Date }>(db, WITHDRAW, [id, reason, actor, by]))[0]?.at ?? null;
}
