import type pg from 'pg';
import type { ListingStatus } from '#features/catalog/listings/model/listing.ts';
import { CLAIMED } from '#features/catalog/listings/server/claimed.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { RowOutcome } from '../model/import-counts.ts';
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
import type { ReadRow } from './read-cars.ts';

export type WrittenRow = { read: ReadRow; outcome: RowOutcome; rejected: RowProblem | null };

type Target = {
  userId: number;
  status: ListingStatus;
  dryRun: boolean;
  /** Runs in the transaction that writes the cars. */
  note?: ((db: Queryable, rows: WrittenRow[]) => Promise<void>) | undefined;
};

/**
 * Adds or updates the cars of rows in one transaction. A dry run only determines the outcomes. If a listing is claimed by a payment,
 * writes each half of the rows separately, until only that car is rejected.
 */
export async function writeCars(pool: pg.Pool, target: Target, rows: ReadRow[]): Promise<WrittenRow[]> {
  try {
    return await writeTogether(pool, target, rows);
  } catch (error) {
    if ((error as { code?: string }).code !== CLAIMED) throw error;
    const [first] = rows;
    if (first && rows.length === 1) {
      const reason = 'a buyer is paying for this car; import it again later';
      return writeTogether(pool, target, [{ ...first, car: null, rejected: rowProblem(reason), leftOut: null }]);
    }
    const half = Math.ceil(rows.length / 2);
    const written = await writeCars(pool, target, rows.slice(0, half));
    return [...written, ...(await writeCars(pool, target, rows.slice(half)))];
  }
}

function writeTogether(pool: pg.Pool, target: Target, rows: ReadRow[]): Promise<WrittenRow[]> {
  return withTransaction(pool, async (db) => {
    const cars = rows.flatMap(({ car }) => (car ? [car] : []));
    const outcomes = cars.length === 0 ? new Map() : await outcomesOf(db, target, cars);
    const written = rows.map((read): WrittenRow => {
      if (read.leftOut) return { read, outcome: read.leftOut === 'blank' ? 'blank' : 'leftOut', rejected: null };
      if (!read.car) return { read, outcome: 'rejected', rejected: read.rejected };
      const outcome: CarOutcome = outcomes.get(read.car) ?? rowProblem('the car could not be written');
      return typeof outcome === 'string'
        ? { read, outcome, rejected: null }
        : { read, outcome: 'rejected', rejected: outcome };
    });
    await target.note?.(db, written);
    return written;
  });
}

type CarOutcome = 'created' | 'updated' | 'unchanged' | 'closed' | RowProblem;

async function outcomesOf(
  db: pg.PoolClient,
  { userId, status, dryRun }: Target,
  cars: ImportedCar[],
): Promise<Map<ImportedCar, CarOutcome>> {
  if (!dryRun) await lockSeller(db, userId);
  const own = await findOwnListings(db, userId, cars);
  const known = {
    byStockNumber: new Map(own.map((listing) => [listing.stockNumber, listing])),
    byVin: new Map(own.map((listing) => [listing.vin, listing])),
  };
  const outcomes = new Map<ImportedCar, CarOutcome>();
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
}

const rowProblem = (reason: string): RowProblem => ({ column: '', value: '', reason });

const identityOf = ({ stockNumber, vin }: Pick<ImportedCar, 'stockNumber' | 'vin'>) => `${stockNumber}\n${vin}`;
