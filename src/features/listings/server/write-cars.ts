import type pg from 'pg';
import { withTransaction } from '#platform/database/pool.ts';
import { matchOwnListing } from '../import/match-own-listing.ts';
import type { Complaint } from '../import/row-to-car.ts';
import type { ListingStatus } from '../listing.ts';
import {
  findChanged,
  findOwnListings,
  type ImportedCar,
  insertListings,
  type KnownCar,
  lockSeller,
  updateListings,
} from './listing-import-store.server.ts';

export type Outcome = 'created' | 'updated' | 'unchanged' | 'closed' | Complaint;

type Target = { userId: number; status: ListingStatus; dryRun: boolean };

/** Adds cars to a seller's listings or brings them up to date, in one transaction; a dry run only finds out what would be done. */
export function writeCars(
  pool: pg.Pool,
  { userId, status, dryRun }: Target,
  cars: ImportedCar[],
): Promise<Map<ImportedCar, Outcome>> {
  return withTransaction(pool, async (db) => {
    if (!dryRun) await lockSeller(db, userId);
    const own = await findOwnListings(db, userId, cars);
    const known = {
      byStockNumber: new Map(own.map((listing) => [listing.stockNumber, listing])),
      byVin: new Map(own.map((listing) => [listing.vin, listing])),
    };
    const outcomes = new Map<ImportedCar, Outcome>();
    const added: ImportedCar[] = [];
    const met = new Map<KnownCar, ImportedCar>();
    for (const car of cars) {
      const match = matchOwnListing(car, known);
      if (match.do === 'insert') added.push(car);
      else if (match.do === 'update') met.set({ ...car, id: match.id }, car);
      else outcomes.set(car, match.do === 'leave' ? 'closed' : complaint(match.reason));
    }

    const changedIds = met.size === 0 ? new Set<number>() : await findChanged(db, [...met.keys()]);
    const changed = [...met.keys()].filter(({ id }) => changedIds.has(id));
    if (changed.length > 0 && !dryRun) await updateListings(db, changed);
    for (const [{ id }, car] of met) outcomes.set(car, changedIds.has(id) ? 'updated' : 'unchanged');

    const arrived = added.length === 0 || dryRun ? added : await insertListings(db, userId, status, added);
    const identities = new Set(arrived.map(identityOf));
    for (const car of added) {
      const here = identities.has(identityOf(car));
      outcomes.set(car, here ? 'created' : complaint('another hand listed it just now; run the import again'));
    }
    return outcomes;
  });
}

const complaint = (reason: string): Complaint => ({ column: '', value: '', reason });

const identityOf = ({ stockNumber, vin }: Pick<ImportedCar, 'stockNumber' | 'vin'>) => `${stockNumber}\n${vin}`;
