import { importCarOfListing } from '#features/catalog/listings/server/facts/import-car.ts';
import { publicCarsForSale } from '#features/catalog/listings/server/listing-store.ts';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import { type CountedCar, pacer } from '#features/customs/server/api.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';

/** Rows per batch. Converting a batch takes a few milliseconds. */
const BATCH = 100;

/** Reads the facts of all public cars for sale. Cars with the same facts are counted together. */
export async function publicImportCars(db: Queryable): Promise<CountedCar[]> {
  const cars = new Map<string, { car: ImportCar; count: number }>();
  const breathe = pacer();
  for (let after = 0; ; ) {
    const listings = await publicCarsForSale(db, after, BATCH);
    for (const listing of listings) {
      // Lights do not depend on the name.
      const { name: _, ...car } = importCarOfListing(listing);
      const key = JSON.stringify(car);
      const known = cars.get(key);
      if (known) known.count += 1;
      else cars.set(key, { car, count: 1 });
      const pause = breathe();
      if (pause) await pause;
    }
    const last = listings.at(-1);
    if (!last || listings.length < BATCH) return [...cars.values()];
    after = last.id;
  }
}
