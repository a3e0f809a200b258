import { type Queryable, query, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { ExportGoods as GoodsRow } from '#lib/server/database/rows.ts';
import type { ExportGoods } from '../model/export-goods.ts';

type StoredGoods = ExportGoods & { id: number; listingId: number };

/** Returns the newest facts of each car of an order that has any. */
export const goodsOfOrder = query<StoredGoods, [orderId: number]>(`
  select distinct on (listing_id) id, listing_id as "listingId", hs_code as "hsCode", engine_number as "engineNumber", origin,
    weight_kg as "weightKg", length_mm as "lengthMm", width_mm as "widthMm", height_mm as "heightMm"
  from export_goods where order_id = $1 order by listing_id, id desc`);

const INSERT = statement(`
  insert into export_goods (order_id, listing_id, hs_code, engine_number, origin, weight_kg, length_mm, width_mm, height_mm, actor, actor_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`);

type Entry = { orderId: number; listingId: number; goods: ExportGoods } & Pick<GoodsRow, 'actor' | 'actor_id'>;

/** The caller holds the lock of the order. */
export async function insertGoods(db: Queryable, { orderId, listingId, goods, actor, actor_id }: Entry): Promise<void> {
  const { hsCode, engineNumber, origin, weightKg, lengthMm, widthMm, heightMm } = goods;
  const facts = [hsCode, engineNumber, origin, weightKg, lengthMm, widthMm, heightMm];
  await rowsOf(db, INSERT, [orderId, listingId, ...facts, actor, actor_id]);
}

const ELECTRIC = statement(`
  select listing_id as id from order_cars c join listings l on l.id = c.listing_id where c.order_id = $1 and l.fuel_type = $2`);

/** Returns the cars of an order that have no combustion engine. */
export async function electricCars(db: Queryable, orderId: number): Promise<number[]> {
  return (await rowsOf<{ id: number }>(db, ELECTRIC, [orderId, 'electric'])).map(({ id }) => id);
}
