import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';

const AWAIT = statement(`
  insert into order_returns (order_id, listing_id, holds_refunds) select $1, id, $3 from unnest($2::bigint[]) as car (id)
  on conflict (order_id, listing_id) do nothing`);
const HOLDS = statement(
  'select 1 from order_returns where order_id = $1 and returned_at is null and holds_refunds limit 1',
);
const RECORD = statement(`
  update order_returns set returned_at = now(), recorded_by = $3, note = $4, approved_by = $5
  where order_id = $1 and listing_id = $2 and returned_at is null returning listing_id`);

/** Records that cars must be returned. Until then they are not on sale and, with `holdsRefunds`, refunds wait. */
export async function awaitReturns(
  db: Queryable,
  orderId: number,
  listingIds: number[],
  holdsRefunds: boolean,
): Promise<void> {
  await rowsOf(db, AWAIT, [orderId, listingIds, holdsRefunds]);
}

/** Returns whether refunds of an order wait for its car. */
export async function isReturnAwaited(db: Queryable, orderId: number): Promise<boolean> {
  return (await rowsOf(db, HOLDS, [orderId])).length > 0;
}

/** Returns false if the return of this car is not awaited. */
export async function insertReturn(
  db: Queryable,
  orderId: number,
  listingId: number,
  { adminId, approvedBy, note }: { adminId: number; approvedBy: number | null; note: string },
): Promise<boolean> {
  return (await rowsOf(db, RECORD, [orderId, listingId, adminId, note, approvedBy])).length > 0;
}
