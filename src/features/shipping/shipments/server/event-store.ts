import { execute, type Queryable, query, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { ShipmentEvent } from '../model/shipment-event.ts';

export type NewEvent = Omit<ShipmentEvent, 'toldAt' | 'sailingId'> & {
  /** What the event is about: an order, one of its cars, or all cars on a sailing. */
  subject: { orderId: number; listingId: number | null } | { sailingId: number };
  actorId: number;
  contentHash: Buffer;
};

type KnownEvent = { toldAt: Date; contentHash: Buffer };

const INSERT = statement(`
  insert into shipment_events (id, order_id, listing_id, sailing_id, step, certainty, happens_at, time_zone, place, captured_at, actor,
    actor_id, note, paper, vessel, imo, voyage, container, seal, bill_number, bill_form, evidence, content_hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, least($10::timestamptz, now()), $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
  on conflict (id) do nothing returning told_at as "toldAt", content_hash as "contentHash"`);
const FIND = statement('select told_at as "toldAt", content_hash as "contentHash" from shipment_events where id = $1');

/** Inserts an event. Returns the one that already has its id, if any. */
export async function insertEvent(db: Queryable, event: NewEvent): Promise<{ event: KnownEvent; isNew: boolean }> {
  const subject = { orderId: null, listingId: null, sailingId: null, ...event.subject };
  const [inserted] = await rowsOf<KnownEvent>(db, INSERT, [
    event.id,
    subject.orderId,
    subject.listingId,
    subject.sailingId,
    event.step,
    event.certainty,
    event.happensAt,
    event.timeZone,
    event.place,
    event.capturedAt,
    event.actor,
    event.actorId,
    event.note,
    event.paper,
    event.vessel,
    event.imo,
    event.voyage,
    event.container,
    event.seal,
    event.billNumber,
    event.billForm,
    event.evidence,
    event.contentHash,
  ]);
  if (inserted) return { event: inserted, isNew: true };
  const [known] = await rowsOf<KnownEvent>(db, FIND, [event.id]);
  if (!known) throw new Error(`event ${event.id} is missing`);
  return { event: known, isNew: false };
}

const COUNT = statement('select count(*)::int as events from shipment_events where order_id = $1');

export async function countEvents(db: Queryable, orderId: number): Promise<number> {
  return (await rowsOf<{ events: number }>(db, COUNT, [orderId]))[0]!.events;
}

/** Returns whether an event with this id was recorded. */
export async function isKnown(db: Queryable, id: string): Promise<boolean> {
  return (await rowsOf(db, FIND, [id])).length > 0;
}

/** Locks orders against being canceled, completed or paid out. */
export const lockOrders = execute<[ids: number[]]>(
  'select id from orders where id = any($1::bigint[]) order by id for no key update',
);

/** Lets only one transaction at a time add events to an order or a sailing. */
export const lockShipment = execute<[subject: string]>(
  "select pg_advisory_xact_lock(hashtextextended('shipment ' || $1::text, 0))",
);

export type WrittenRecord = Pick<
  ShipmentEvent,
  'id' | 'step' | 'certainty' | 'happensAt' | 'timeZone' | 'place' | 'paper' | 'note' | 'actor' | 'toldAt' | 'sailingId'
> & { listingId: number | null; actorId: number; reason: string | null; withdrawnAt: Date | null; isSigned: boolean };

const COLUMNS = `e.id, e.step, e.certainty, e.happens_at as "happensAt", e.time_zone as "timeZone", e.place, e.paper, e.note, e.actor,
  e.actor_id as "actorId", e.told_at as "toldAt", e.sailing_id as "sailingId", w.reason, w.at as "withdrawnAt",
  exists (select from handovers h where h.id = e.id) as "isSigned"`;

/** Returns every event of an order, also withdrawn ones, the newest first. */
export const eventsWritten = query<WrittenRecord, [orderId: number]>(`
  select ${COLUMNS}, e.listing_id as "listingId"
  from shipment_events e left join shipment_withdrawals w on w.event_id = e.id where e.order_id = $1
  union all
  select ${COLUMNS}, c.listing_id
  from sailing_cars c join shipment_events e on e.sailing_id = c.sailing_id left join shipment_withdrawals w on w.event_id = e.id
  where c.order_id = $1 and c.removed_at is null
  order by "toldAt" desc, id`);
