import { hash } from 'node:crypto';
import type pg from 'pg';
import { type ListingStatus, MAX_LENGTH } from '#features/catalog/listings/model/listing.ts';
import { CLAIMED } from '#features/catalog/listings/server/claimed.ts';
import { foldCounts } from '#features/catalog/listings/server/listing-count-store.ts';
import type { Column } from '#features/catalog/stock-import/model/guess-columns.ts';
import type { ImportPlan } from '#features/catalog/stock-import/model/import-plan.ts';
import { matchListing } from '#features/catalog/stock-import/model/match-listing.ts';
import { type CsvCar, parseRow, type RowProblem } from '#features/catalog/stock-import/model/row-to-car.ts';
import { VehicleFinder } from '#features/catalog/vehicles/server/add-vehicles.ts';
import { type CsvRow, isBlankRow } from '#lib/server/csv/read-csv.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import {
  findChanged,
  findOwnListings,
  type ImportedCar,
  insertListings,
  type KnownCar,
  lockSeller,
  refreshStatistics,
  updateListings,
} from './import-store.ts';

type ImportJob = {
  plan: ImportPlan;
  rows: AsyncIterable<CsvRow>;
  userId: number;
  /** Status of new listings. Existing listings keep theirs. */
  status: ListingStatus;
  newMakes: boolean;
  dryRun: boolean;
  reportProblem(row: CsvRow, kind: 'rejected' | 'warning', problem: RowProblem): Promise<void>;
  progress(rows: number): void;
};

export type ImportReport = {
  created: number;
  updated: number;
  unchanged: number;
  /** Listings that are sold or rented, which an import never changes. */
  closed: number;
  rejected: number;
  warnings: number;
  newMakes: string[];
  newModels: string[];
} & Pick<CsvCars, 'rows' | 'blank' | 'byContent' | 'taken'>;

const CARS_AT_ONCE = 1000;
const ROWS_AT_ONCE = 5000;

/**
 * Imports rows as listings of one seller, each batch in a transaction. Reads the next batch while one is written.
 * Importing the same rows again changes nothing.
 */
export async function importListings(pool: pg.Pool, job: ImportJob): Promise<ImportReport> {
  const vehicles = await VehicleFinder.open(pool, job);
  const cars = new CsvCars(job.plan, vehicles);
  const writer = new BatchWriter(pool, job);
  await refreshStatistics(pool);
  let batch: Reading[] = [];
  let writing = Promise.resolve();
  try {
    for await (const row of job.rows) {
      const reading = await cars.read(row);
      if (reading) batch.push(reading);
      if (batch.length < ROWS_AT_ONCE && cars.sinceLastBatch < CARS_AT_ONCE) continue;
      await writing;
      job.progress(cars.rows);
      writing = writer.write(batch);
      writing.catch(() => {});
      batch = [];
      cars.sinceLastBatch = 0;
    }
  } catch (error) {
    await writing;
    throw error;
  }
  await writing;
  await writer.write(batch);
  job.progress(cars.rows);
  if (!job.dryRun) await foldCounts(pool);
  const { rows, blank, byContent, taken } = cars;
  return {
    rows,
    blank,
    byContent,
    taken,
    ...writer.counts,
    newMakes: vehicles.newMakes,
    newModels: vehicles.newModels,
  };
}

const BATCHES_PER_FOLD = 10;

/** Writes batches, counts the outcomes, and reports problems in row order. */
class BatchWriter {
  readonly counts = { created: 0, updated: 0, unchanged: 0, closed: 0, rejected: 0, warnings: 0 };
  readonly #pool: pg.Pool;
  readonly #job: ImportJob;
  #batches = 0;

  constructor(pool: pg.Pool, job: ImportJob) {
    this.#pool = pool;
    this.#job = job;
  }

  async write(batch: Reading[]): Promise<void> {
    const cars = batch.map((reading) => reading.car).filter((car) => car !== null);
    const outcomes = cars.length === 0 ? null : await writeCars(this.#pool, this.#job, cars);
    for (const { row, car, rejected, warnings } of batch) {
      const outcome = rejected ?? (car && outcomes?.get(car));
      if (!outcome) continue;
      if (typeof outcome === 'string') this.counts[outcome]++;
      else await this.#report(row, 'rejected', [outcome]);
      if (typeof outcome === 'string') await this.#report(row, 'warnings', warnings);
    }
    if (!this.#job.dryRun) await this.#maintain(++this.#batches);
  }

  async #report(row: CsvRow, kind: 'rejected' | 'warnings', problems: RowProblem[]): Promise<void> {
    this.counts[kind] += problems.length;
    for (const problem of problems) await this.#job.reportProblem(row, kind === 'rejected' ? kind : 'warning', problem);
  }

  /** Periodically updates the public counters and the planner's statistics, because the table is growing. */
  async #maintain(batches: number): Promise<void> {
    if (batches % BATCHES_PER_FOLD === 0) await foldCounts(this.#pool);
    if (Number.isInteger(Math.log2(batches))) await refreshStatistics(this.#pool);
  }
}

/** The result of a row: a car, or why it was rejected. */
type Reading = { row: CsvRow; car: ImportedCar | null; rejected: RowProblem | null; warnings: RowProblem[] };

const CONTENT_PREFIX = 'row-';

/** Reads the cars of one spreadsheet row by row and detects duplicates. */
class CsvCars {
  rows = 0;
  blank = 0;
  sinceLastBatch = 0;
  /** Number of rows identified by their whole content because they have neither stock number nor VIN. */
  byContent = 0;
  /** Number of cars that took a fact from each column. */
  readonly taken = new Map<Column, number>();
  readonly #plan: ImportPlan;
  readonly #vehicles: VehicleFinder;
  readonly #stockNumbers = new Map<string, number>();
  readonly #vins = new Map<string, number>();

  constructor(plan: ImportPlan, vehicles: VehicleFinder) {
    this.#plan = plan;
    this.#vehicles = vehicles;
  }

  /** Returns null for a blank row. */
  async read(row: CsvRow): Promise<Reading | null> {
    this.rows++;
    if (isBlankRow(row.cells)) {
      this.blank++;
      return null;
    }
    const result = parseRow(this.#plan, row.cells);
    if (!result.car) return { row, car: null, rejected: result.rejected, warnings: [] };
    const vehicle = await this.#vehicles.find(result.car.make, result.car.model);
    if ('problem' in vehicle) return rejection(row, vehicle.problem);
    const trim = result.car.trim ?? vehicle.trim?.slice(0, MAX_LENGTH.trim) ?? null;
    const car = this.#identified({ ...result.car, ...vehicle, trim }, row.cells);
    const duplicate = this.#findDuplicate(car, row.row);
    if (duplicate) return rejection(row, duplicate);
    this.sinceLastBatch++;
    for (const column of result.from) this.taken.set(column, (this.taken.get(column) ?? 0) + 1);
    return { row, car, rejected: null, warnings: result.warnings };
  }

  #identified(car: ImportedCar, cells: string[]): ImportedCar {
    if (car.stockNumber !== null || car.vin !== null) return car;
    this.byContent++;
    const content = cells.map((cell) => cell.trim()).join('\u001f');
    return { ...car, stockNumber: CONTENT_PREFIX + hash('sha256', content, 'base64url').slice(0, 22) };
  }

  /** Records a car. Returns a reason if the spreadsheet had it before. */
  #findDuplicate({ stockNumber, vin }: CsvCar, row: number): string | null {
    const stockRow = stockNumber === null ? undefined : this.#stockNumbers.get(stockNumber);
    if (stockRow !== undefined) {
      return stockNumber?.startsWith(CONTENT_PREFIX)
        ? `the same as row ${stockRow}, cell by cell`
        : `the stock number is that of row ${stockRow}`;
    }
    const vinRow = vin === null ? undefined : this.#vins.get(vin);
    if (vinRow !== undefined) return `the VIN is that of row ${vinRow}`;
    if (stockNumber !== null) this.#stockNumbers.set(stockNumber, row);
    if (vin !== null) this.#vins.set(vin, row);
    return null;
  }
}

function rejection(row: CsvRow, reason: string): Reading {
  return { row, car: null, rejected: { column: '', value: '', reason }, warnings: [] };
}

type RowOutcome = 'created' | 'updated' | 'unchanged' | 'closed' | RowProblem;

type Target = { userId: number; status: ListingStatus; dryRun: boolean };

/**
 * Adds or updates cars in one transaction. A dry run only determines the outcomes. If a listing is claimed by a
 * payment, retries each half separately, until only that car is rejected.
 */
async function writeCars(pool: pg.Pool, target: Target, cars: ImportedCar[]): Promise<Map<ImportedCar, RowOutcome>> {
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
