import type pg from 'pg';
import type { ListingStatus } from '#features/catalog/listings/model/listing.ts';
import { CLAIMED } from '#features/catalog/listings/server/claimed.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { matchListing } from '../model/match-listing.ts';
import type { RowProblem } from '../model/row-to-car.ts';
import {
  findChanged,
  findOwnListings,
  type ImportedCar,
  insertListings,
  type KnownCar,
  lockSeller,
  updateListings,
} from './import-store.ts';

type RowOutcome = 'created' | 'updated' | 'unchanged' | 'closed' | RowProblem;

type Target = { userId: number; status: ListingStatus; dryRun: boolean };

/**
 * Adds or updates cars in one transaction. A dry run only determines the outcomes. If a listing is claimed by a
 * payment, retries each half separately, until only that car is rejected.
 */
export async function writeCars(
  pool: pg.Pool,
  target: Target,
  cars: ImportedCar[],
): Promise<Map<ImportedCar, RowOutcome>> {
  try {
    return await writeTogether(pool, target, cars);
  } catch (error) {
    if ((error as { code?: string }).code !== CLAIMED) throw error;
    const [first] = cars;
    if (first && cars.length === 1)
      return new Map([[first, rowProblem('a buyer is paying for this car; import it again later')]]);
    const half = Math.ceil(cars.length / 2);
    const written = await writeCars(pool, target, cars.slice(0, half));
    return new Map([...written, ...(await writeCars(pool, target, cars.slice(half)))]);
  }
}

function writeTogether(
  pool: pg.Pool,
  { userId, status, dryRun }: Target,
  cars: ImportedCar[],
): Promise<Map<ImportedCar, RowOutcome>> {
  return withTransaction(pool, async (db) => {
    if (!dryRun) await lockSeller(db, userId);
    const own = await findOwnListings(db, userId, cars);
    const known = {
      byStockNumber: new Map(own.map((listing) => [listing.stockNumber, listing])),
      byVin: new Map(own.map((listing) => [listing.vin, listing])),
    };
    const outcomes = new Map<ImportedCar, RowOutcome>();
    const added: ImportedCar[] = [];
    const matched = new Map<KnownCar, ImportedCar>();
    for (const car of cars) {
      const match = matchListing(car, known);
      if (match.do === 'insert') added.push(car);
      else if (match.do === 'update') matched.set({ ...car, id: match.id }, car);
      else outcomes.set(car, match.do === 'leave' ? 'closed' : rowProblem(match.reason));
    }

    const changedIds = matched.size === 0 ? new Set<number>() : await findChanged(db, [...matched.keys()]);
    const changed = [...matched.keys()].filter(({ id }) => changedIds.has(id));
    if (changed.length > 0 && !dryRun) await updateListings(db, changed);
    for (const [{ id }, car] of matched) outcomes.set(car, changedIds.has(id) ? 'updated' : 'unchanged');

    const arrived = added.length === 0 || dryRun ? added : await insertListings(db, userId, status, added);
    const identities = new Set(arrived.map(identityOf));
    for (const car of added) {
      const here = identities.has(identityOf(car));
      outcomes.set(
        car,
        here ? 'created' : rowProblem('another process added this car at the same time; run the import again'),
      );
    }
    return outcomes;
  });
}

const rowProblem = (reason: string): RowProblem => ({ column: '', value: '', reason });

const identityOf = ({ stockNumber, vin }: Pick<ImportedCar, 'stockNumber' | 'vin'>) => `${stockNumber}\n${vin}`;
