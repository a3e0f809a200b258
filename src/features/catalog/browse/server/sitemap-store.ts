import type { NumberRange } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { PUBLIC } from '#features/catalog/listings/server/criteria-sql.ts';
import type { Listings } from '#lib/server/database/rows.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

type CarOfSitemap = Columns<Listings, 'id' | 'offer' | 'make' | 'model' | 'updated_at'>;

const LAST_ID = statement('select coalesce(max(id), 0)::int as id from listings');

export async function lastListingId(db: Queryable): Promise<number> {
  const [row] = await rowsOf<Pick<Listings, 'id'>>(db, LAST_ID, []);
  return row?.id ?? 0;
}

const PAGE = statement(`
  select id, offer, make, model, updated_at as "updatedAt" from listings
  where id >= $1 and id < $2 and ${PUBLIC} order by id limit $3`);

/** Returns at most `limit` public cars with ids in a range, in id order. */
export async function carsOfSitemap(db: Queryable, from: number, to: number, limit: number): Promise<CarOfSitemap[]> {
  return rowsOf<CarOfSitemap>(db, PAGE, [from, to, limit]);
}

const LAST_CHANGE = statement(`
  select max(updated_at) as "changedAt" from listings where id >= $1 and id < $2 and ${PUBLIC}`);

/** Returns the last change of a public car in a range of ids; null if there are none. */
export async function lastChangeOf(db: Queryable, from: number, to: number): Promise<Date | null> {
  const [row] = await rowsOf<{ changedAt: Date | null }>(db, LAST_CHANGE, [from, to]);
  return row?.changedAt ?? null;
}

const FUELS_AND_PLACES = statement(`select distinct offer, fuel_type, province from listings where ${PUBLIC}`);

/** Returns the combinations of offer, fuel and province of public cars. One pass over the table, which has no index for them. */
export async function fuelsAndPlaces(db: Queryable): Promise<Pick<Listings, 'offer' | 'fuel_type' | 'province'>[]> {
  return rowsOf<Pick<Listings, 'offer' | 'fuel_type' | 'province'>>(db, FUELS_AND_PLACES, []);
}

const HAS_PRICE = statement(`
  select exists (select from listings where offer = $1 and price_cents between $2 and $3 and ${PUBLIC}) as found`);

/** Returns whether a public car has a price in this range of cents. */
export async function hasCarPriced(db: Queryable, offer: Offer, { min, max }: NumberRange): Promise<boolean> {
  const [row] = await rowsOf<{ found: boolean }>(db, HAS_PRICE, [offer, min ?? 0, max ?? Number.MAX_SAFE_INTEGER]);
  return row?.found ?? false;
}
