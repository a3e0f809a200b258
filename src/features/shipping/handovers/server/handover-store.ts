import { type Queryable, query, queryFirst, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Handovers } from '#lib/server/database/rows.ts';
import type { Side, Strokes } from '../model/handover.ts';

type NewHandover = Omit<Handovers, 'number' | 'told_at' | 'giver_strokes' | 'receiver_strokes'> & {
  giver_strokes: Strokes | null;
  receiver_strokes: Strokes | null;
};
export type HandoverRecord = NewHandover & { number: number; told_at: Date };

const COLUMNS = `number, id, order_id, listing_id, kind, odometer, odometer_unit, keys, fuel_percent, charge_percent, damage, giver_name,
  giver_strokes, receiver_name, receiver_strokes, actor, actor_id, captured_at, told_at, content_hash`;
const INSERT = statement(`
  insert into handovers (id, order_id, listing_id, kind, odometer, odometer_unit, keys, fuel_percent, charge_percent, damage, giver_name,
    giver_strokes, receiver_name, receiver_strokes, actor, actor_id, captured_at, content_hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, least($17::timestamptz, now()), $18)
  on conflict do nothing returning ${COLUMNS}`);
const PHOTOS = statement(`
  insert into handover_photos (handover, side, file_id) select $1, * from unnest($2::text[], $3::uuid[])`);

/** Inserts a handover with its photos. Returns null if its id is taken, or the car has one of this kind. */
export async function insertHandover(
  db: Queryable,
  h: NewHandover,
  photos: Record<Side, string>,
): Promise<HandoverRecord | null> {
  const [row] = await rowsOf<HandoverRecord>(db, INSERT, [
    h.id,
    h.order_id,
    h.listing_id,
    h.kind,
    h.odometer,
    h.odometer_unit,
    h.keys,
    h.fuel_percent,
    h.charge_percent,
    h.damage,
    h.giver_name,
    h.giver_strokes && JSON.stringify(h.giver_strokes),
    h.receiver_name,
    h.receiver_strokes && JSON.stringify(h.receiver_strokes),
    h.actor,
    h.actor_id,
    h.captured_at,
    h.content_hash,
  ]);
  if (!row) return null;
  await rowsOf(db, PHOTOS, [row.number, Object.keys(photos), Object.values(photos)]);
  return row;
}

export const findHandover = queryFirst<HandoverRecord, [id: string]>(`select ${COLUMNS} from handovers where id = $1`);

export const handoversOfOrder = query<HandoverRecord, [orderId: number]>(
  `select ${COLUMNS} from handovers where order_id = $1 order by captured_at, number`,
);

export type PhotoRecord = { handover: number; side: Side; fileId: string };

export const photosOfHandovers = query<PhotoRecord, [orderId: number]>(`
  select p.handover, p.side, p.file_id as "fileId" from handover_photos p join handovers h on h.number = p.handover
  where h.order_id = $1`);

/** The seller gives the car, except at the return of a rental. */
const HANDOVERS = statement(`
  select h.order_id, h.kind, h.odometer, h.odometer_unit, h.keys, h.fuel_percent, h.charge_percent, h.damage, h.captured_at, mine.side,
    case mine.side when 'giver' then h.giver_name else h.receiver_name end as name,
    case mine.side when 'giver' then h.giver_strokes else h.receiver_strokes end as signature
  from handovers h join orders o on o.id = h.order_id
    join order_cars c on c.order_id = h.order_id and c.listing_id = h.listing_id
    cross join lateral (
      select case when (o.user_id = $1) = (h.kind = 'return') then 'giver' else 'receiver' end as side
    ) mine
  where $1 in (o.user_id, c.seller_id) order by h.number`);

/** Returns the handovers of a buyer or seller with the user's own name and signature, for the export of personal data. */
export function handoversToExport(db: Queryable, userId: number): Promise<Record<string, unknown>[]> {
  return rowsOf(db, HANDOVERS, [userId]);
}

/** Erases nothing: both sides have the signed document, which proves what was handed over. */
export async function keepHandovers(): Promise<void> {}
