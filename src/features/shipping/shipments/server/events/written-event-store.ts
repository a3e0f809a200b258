import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { ShipmentEvent } from '../../model/shipment-event.ts';

export type WrittenRecord = Pick<
  ShipmentEvent,
  'id' | 'step' | 'certainty' | 'happensAt' | 'timeZone' | 'place' | 'paper' | 'note' | 'actor' | 'toldAt' | 'sailingId'
> & { listingId: number | null; actorId: number; reason: string | null; withdrawnAt: Date | null; isSigned: boolean };

const COLUMNS = `e.id, e.step, e.certainty, e.happens_at as "happensAt", e.time_zone as "timeZone", e.place, e.paper, e.note, e.actor,
  e.actor_id as "actorId", e.told_at as "toldAt", e.sailing_id as "sailingId", w.reason, w.at as "withdrawnAt",
  exists (select from handovers h where h.id = e.id) as "isSigned"`;
const WRITTEN = statement(`
  select ${COLUMNS}, e.listing_id as "listingId"
  from shipment_events e left join shipment_withdrawals w on w.event_id = e.id where e.order_id = $1
  union all
  select ${COLUMNS}, c.listing_id
  from sailing_cars c join shipment_events e on e.sailing_id = c.sailing_id left join shipment_withdrawals w on w.event_id = e.id
  where c.order_id = $1 and c.removed_at is null
  order by "toldAt" desc, id`);

/** Returns every event of an order, also withdrawn ones, the newest first. */
export function eventsWritten(db: Queryable, orderId: number): Promise<WrittenRecord[]> {
  return rowsOf<WrittenRecord>(db, WRITTEN, [orderId]);
}
