import type pg from 'pg';
import type { ListingStatus } from '#features/catalog/listings/model/listing.ts';
import { foldCounts } from '#features/catalog/listings/server/listing-count-store.ts';
import type { VehicleFinder } from '#features/catalog/vehicles/server/add-vehicles.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { type ImportCounts, noCounts } from '../model/import-counts.ts';
import type { ImportPlan } from '../model/import-plan.ts';
import { findGoneCars, type GoneCar, refreshStatistics } from './import-store.ts';
import { CarReader, type ReadRow } from './read-cars.ts';
import type { StockSource } from './stock-source.ts';
import { type WrittenRow, writeCars } from './write-cars.ts';

type ImportJob = {
  plan: ImportPlan;
  source: StockSource;
  vehicles: VehicleFinder;
  userId: number;
  /** Status of new listings. Existing listings keep theirs. */
  status: ListingStatus;
  dryRun: boolean;
  leavesHiddenOut: boolean;
  /** Rows that an earlier run has written. They are read again, to find repeated ones, and not counted. */
  done?: number;
  /** Notes rows in the transaction that writes them. May throw to end the import. */
  note?(db: Queryable, rows: WrittenRow[]): Promise<void>;
  /** Called after each batch. */
  written?(rows: WrittenRow[]): Promise<void> | void;
};

export type ImportReport = ImportCounts & {
  /** Cars on offer that the file does not have. Empty if it has no stock numbers. */
  gone: GoneCar[];
  newMakes: string[];
  newModels: string[];
} & Pick<CarReader, 'byContent' | 'taken' | 'seen'>;

const CARS_AT_ONCE = 1000;
const ROWS_AT_ONCE = 5000;
const BATCHES_PER_FOLD = 10;

/** Adds rows to counts. */
export function countRows(counts: ImportCounts, rows: WrittenRow[]): void {
  for (const { read, outcome } of rows) {
    counts.rows++;
    const reason = read.leftOut;
    if (reason && reason !== 'blank') counts.leftOut[reason] = (counts.leftOut[reason] ?? 0) + 1;
    else if (outcome !== 'leftOut') counts[outcome]++;
    if (outcome !== 'rejected') counts.warnings += read.warnings.length;
  }
}

/**
 * Imports rows as listings of one seller, each batch in a transaction. Reads the next batch while one is written.
 * Importing the same rows again changes nothing.
 */
export async function importListings(pool: pg.Pool, job: ImportJob): Promise<ImportReport> {
  const reader = new CarReader(job.plan, job.source, job.vehicles, job.leavesHiddenOut);
  const writer = new BatchWriter(pool, job);
  await refreshStatistics(pool);
  let batch: ReadRow[] = [];
  let cars = 0;
  let at = 0;
  let writing = Promise.resolve();
  try {
    for await (const row of reader.read()) {
      if (at++ < (job.done ?? 0)) continue;
      batch.push(row);
      if (row.car) cars++;
      if (batch.length < ROWS_AT_ONCE && cars < CARS_AT_ONCE) continue;
      await writing;
      writing = writer.write(batch);
      writing.catch(() => {});
      [batch, cars] = [[], 0];
    }
  } catch (error) {
    await writing;
    throw error;
  }
  await writing;
  await writer.write(batch);
  if (!job.dryRun) await foldCounts(pool);
  const { byContent, taken, seen } = reader;
  const { newMakes, newModels } = job.vehicles;
  const isWhole = job.plan.columns.has('stockNumber');
  const gone = isWhole ? await findGoneCars(pool, { userId: job.userId, offer: job.plan.offer }, seen) : [];
  return { ...writer.counts, gone, byContent, taken, seen, newMakes, newModels };
}

/** Writes batches and counts the outcomes, in row order. */
class BatchWriter {
  readonly counts = noCounts();
  readonly #pool: pg.Pool;
  readonly #job: ImportJob;
  #batches = 0;

  constructor(pool: pg.Pool, job: ImportJob) {
    this.#pool = pool;
    this.#job = job;
  }

  async write(batch: ReadRow[]): Promise<void> {
    if (batch.length === 0) return;
    const rows = await writeCars(this.#pool, this.#job, batch);
    countRows(this.counts, rows);
    await this.#job.written?.(rows);
    if (!this.#job.dryRun) await this.#maintain(++this.#batches);
  }

  /** Periodically updates the public counters and the planner's statistics, because the table is growing. */
  async #maintain(batches: number): Promise<void> {
    if (batches % BATCHES_PER_FOLD === 0) await foldCounts(this.#pool);
    if (Number.isInteger(Math.log2(batches))) await refreshStatistics(this.#pool);
  }
}
