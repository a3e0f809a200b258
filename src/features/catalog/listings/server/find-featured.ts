import type { Queryable } from '#lib/server/database/statement.ts';
import { chooseFeatured } from '../model/criteria/featured-cars.ts';
import type { ListingCard } from '../model/listing.ts';
import { findFreshCertified } from './listing-store.ts';

/** Returns the cars of the home page. */
export async function findFeatured(db: Queryable): Promise<ListingCard[]> {
  return chooseFeatured(await findFreshCertified(db), (car) => car.make);
}
