import { execute, type Queryable, queryAny, queryValue, rowsOf, statement } from '#lib/server/database/postgres.ts';

const RECORD = statement(`
  update order_returns set returned_at = now(), recorded_by = $3, note = $4, approved_by = $5
  where order_id = $1 and listing_id = $2 and returned_at is null returning listing_id`);

/** Records that cars must be returned. Until they are back, they are not on sale. Until they are back or recorded as lost, refunds wait. */
export const awaitReturns = execute<[orderId: number, listingIds: number[]]>(`
  insert into order_returns (order_id, listing_id, holds_refunds) select $1, id, true from unnest($2::bigint[]) as car (id)
  on conflict (order_id, listing_id) do nothing`);

/** Returns whether refunds of an order wait until a car is back or recorded as lost. */
export const isReturnAwaited = queryAny<[orderId: number]>('select 1 where awaits_car($1)');

/** Returns what became of the cars of an order once each is back or lost: `back` if one of them is, otherwise `lost`. Null before. */
export const endOfCars = queryValue<'back' | 'lost' | null, [orderId: number]>(`
  select case when bool_and(r.returned_at is not null or l.order_id is not null) then
    case when bool_or(r.returned_at is not null) then 'back' else 'lost' end end
  from order_cars c left join order_returns r on r.order_id = c.order_id and r.listing_id = c.listing_id
    left join car_losses l on l.order_id = c.order_id and l.listing_id = c.listing_id
  where c.order_id = $1`);

/** Returns false if the return of this car is not awaited. */
export async function insertReturn(
  db: Queryable,
  orderId: number,
  listingId: number,
  { adminId, approvedBy, note }: { adminId: number; approvedBy: number | null; note: string },
): Promise<boolean> {
  return (await rowsOf(db, RECORD, [orderId, listingId, adminId, note, approvedBy])).length > 0;
}
