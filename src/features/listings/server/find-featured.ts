import type { Queryable } from '#lib/server/database/statement.ts';
import type { ListingCard } from '../model/listing.ts';
import { findFreshCertified } from './listing-store.ts';

const FEATURED = 6;

/** Returns the newest inspected cars, at first one per make, so that the home page shows a variety. */
export async function findFeatured(db: Queryable): Promise<ListingCard[]> {
  const fresh = await findFreshCertified(db);
  const firstOfMake = fresh.filter((car, index) => fresh.findIndex((other) => other.make === car.make) === index);
  const others = fresh.filter((car) => !firstOfMake.includes(car));
  return [...firstOfMake, ...others].slice(0, FEATURED);
}
