import { type Queryable, query, queryFirst, queryNumber, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Listings, Sailings } from '#lib/server/database/rows.ts';
import type { ShipmentEvent } from '../../model/shipment-event.ts';

export type NewSailing = Pick<Sailings, 'vessel' | 'imo' | 'voyage' | 'carrier' | 'from_place' | 'to_place'> & {
  adminId: number;
};

const INSERT = statement(`
  insert into sailings (vessel, imo, voyage, carrier, from_place, to_place, made_by) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (imo, voyage, from_place, to_place) do nothing`);
const SAME = statement('select id from sailings where imo = $1 and voyage = $2 and from_place = $3 and to_place = $4');

/** Returns the id of a sailing, which is inserted if there is none for this voyage between these ports. */
export async function putSailing(db: Queryable, sailing: NewSailing): Promise<number> {
  const { vessel, imo, voyage, carrier, from_place: from, to_place: to, adminId } = sailing;
  await rowsOf(db, INSERT, [vessel, imo, voyage, carrier, from, to, adminId]);
  const [row] = await rowsOf<{ id: number }>(db, SAME, [imo, voyage, from, to]);
  if (!row) throw new Error('a sailing is missing');
  return row.id;
}

export async function findSameSailing(db: Queryable, sailing: Omit<NewSailing, 'adminId'>): Promise<number | null> {
  const { imo, voyage, from_place: from, to_place: to } = sailing;
  return (await rowsOf<{ id: number }>(db, SAME, [imo, voyage, from, to]))[0]?.id ?? null;
}

/** A car of an order that may be loaded, and the sailing it is on. */
export type CarToLoad = {
  orderId: number;
  listingId: number;
  vin: string | null;
  offer: 'Sell' | 'Rent';
  life: string;
  sailingId: number | null;
};

/** Returns the cars of orders, and those with a VIN that are sold. */
export const carsToLoad = query<CarToLoad, [orderIds: number[], vins: string[]]>(`
  select c.order_id as "orderId", c.listing_id as "listingId", l.vin, o.offer, o.life, s.sailing_id as "sailingId"
  from order_cars c join orders o on o.id = c.order_id join listings l on l.id = c.listing_id
    left join sailing_cars s on s.order_id = c.order_id and s.listing_id = c.listing_id and s.removed_at is null
  where c.order_id = any($1::bigint[]) or (l.vin = any($2::text[]) and c.sells)
  order by c.order_id, c.listing_id`);

const LEAVE = statement(`
  update sailing_cars set removed_at = now() where order_id = $1 and listing_id = $2 and removed_at is null`);
const JOIN = statement(`
  insert into sailing_cars (sailing_id, order_id, listing_id, container, seal) values ($1, $2, $3, $4, $5)`);

type LoadedCar = { orderId: number; listingId: number; container: string | null; seal: string | null };

/** Puts a car on a sailing. It leaves the one that it was on. */
export async function moveToSailing(db: Queryable, sailingId: number, car: LoadedCar): Promise<void> {
  await rowsOf(db, LEAVE, [car.orderId, car.listingId]);
  await rowsOf(db, JOIN, [sailingId, car.orderId, car.listingId, car.container, car.seal]);
}

export type SailingRecord = Sailings & { cars: number };

const COLUMNS = 'id, vessel, imo, voyage, carrier, from_place, to_place, made_by, made_at';

export const findSailings = query<SailingRecord, [limit: number, offset: number]>(`
  select ${COLUMNS}, (select count(*) from sailing_cars c where c.sailing_id = s.id and c.removed_at is null)::int as cars
  from sailings s order by s.id desc limit $1 offset $2`);

export const countSailings = queryNumber('select count(*)::int as total from sailings');

export const findSailing = queryFirst<SailingRecord, [id: number]>(`
  select ${COLUMNS}, (select count(*) from sailing_cars c where c.sailing_id = s.id and c.removed_at is null)::int as cars
  from sailings s where s.id = $1`);

export type SailingEvent = Pick<ShipmentEvent, 'id' | 'step' | 'certainty' | 'happensAt' | 'capturedAt' | 'note'> & {
  sailingId: number;
};

export const eventsOfSailings = query<SailingEvent, [ids: number[]]>(`
  select id, step, certainty, happens_at as "happensAt", captured_at as "capturedAt", note, sailing_id as "sailingId"
  from shipment_events e where sailing_id = any($1::bigint[])
    and not exists (select from shipment_withdrawals w where w.event_id = e.id)`);

type CarAboard = Pick<Listings, 'year' | 'make' | 'model' | 'trim'> & {
  orderId: number;
  listingId: number;
  container: string | null;
  seal: string | null;
};

export const carsAboard = query<CarAboard, [sailingId: number]>(`
  select c.order_id as "orderId", c.listing_id as "listingId", l.year, l.make, l.model, l.trim, c.container, c.seal
  from sailing_cars c join listings l on l.id = c.listing_id
  where c.sailing_id = $1 and c.removed_at is null order by c.order_id, c.listing_id`);
