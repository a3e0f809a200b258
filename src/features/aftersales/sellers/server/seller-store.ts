import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

type SellerRow = { id: number; name: string; createdAt: Date; sold: number; rented: number };

/** An account whose cars were never public is not a seller, so that no other account can be looked up. */
const FIND = statement(`
  select u.id, u.name, u.created_at as "createdAt",
    (select count(*) from bookings b join listings l on l.id = b.listing_id
     where l.user_id = u.id and b.offer = 'Sell' and b.status <> 'cancelled' and b.deleted_at is null)::int as sold,
    (select count(*) from bookings b join listings l on l.id = b.listing_id
     where l.user_id = u.id and b.offer = 'Rent' and b.status = 'completed' and b.deleted_at is null)::int as rented
  from users u
  where u.id = $1 and u.deleted_at is null and exists (
    select 1 from listings l
    where l.user_id = u.id and l.deleted_at is null and l.status in ('active', 'paused', 'sold', 'rented'))`);

/** Returns a seller with the numbers of finished deals; null if the account is no seller. */
export async function findSeller(db: Queryable, id: number): Promise<SellerRow | null> {
  return (await rowsOf<SellerRow>(db, FIND, [id]))[0] ?? null;
}
