import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

/** Who gives the car: its seller, except at the return of a rental. */
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
