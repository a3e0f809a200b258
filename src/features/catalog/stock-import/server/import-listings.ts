import type pg from 'pg';
import type { ListingStatus } from '#features/catalog/listings/model/listing.ts';
import { foldCounts } from '#features/catalog/listings/server/listing-count-store.ts';
import { VehicleFinder } from '#features/catalog/vehicles/server/add-vehicles.ts';
import type { CsvRow } from '#lib/server/csv/read-csv.ts';
import type { ImportPlan } from '../model/import-plan.ts';
import type { RowProblem } from '../model/row-to-car.ts';
import { CsvCars, type Reading } from './import-cars.ts';
import { refreshStatistics } from './import-store.ts';
import { writeCars } from './write-cars.ts';

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
