import { readFile, stat } from 'node:fs/promises';
import type pg from 'pg';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { VehicleFinder } from '#features/catalog/vehicles/server/add-vehicles.ts';
import { ConfigError } from '#lib/config-error.ts';
import { CsvWriter } from '#lib/server/csv/csv.ts';
import { emailKeys } from '#lib/server/email-keys.ts';
import { MAX_BYTES } from '#lib/server/tables/read-source.ts';
import type { ImportPlan } from '../model/import-plan.ts';
import type { Mapping } from '../model/mapping-file.ts';
import { LEFT_OUT_REASONS } from '../model/stock-table.ts';
import { type ImportReport, importListings } from './import-listings.ts';
import { findSeller, pauseCars, type Seller } from './import-store.ts';
import { keepAnswers } from './imports/answer-store.ts';
import { openStock, planStock } from './open-stock.ts';
import type { StockSource } from './stock-source.ts';
import type { WrittenRow } from './write-cars.ts';

export type ImportRequest = {
  path: string;
  errorsPath: string;
  sellerEmail: string;
  mapping: Mapping;
  offer: Offer;
  status: 'requested' | 'active';
  newMakes: boolean;
  dryRun: boolean;
  /** Pauses the cars that the file does not have. */
  pauseGone: boolean;
  now: Date;
  progress(state: { rows: number; share: number }): void;
};

export type ImportResult = {
  seller: Seller;
  plan: ImportPlan;
  source: StockSource;
  report: ImportReport;
  errorsPath: string;
  /** How many of the cars that the file does not have were paused. */
  paused: number;
};

/**
 * Imports a file. Reads and checks the whole table before the first car is written, and throws a `ConfigError` if the seller, the
 * file or an option is wrong, or `OpenQuestions`.
 */
export async function importFile(pool: pg.Pool, request: ImportRequest): Promise<ImportResult> {
  const seller = await activeSeller(pool, request.sellerEmail);
  const stock = { ...request, content: await bytesOf(request.path), sellerId: seller.id, usesKept: true };
  const opened = await openStock(pool, stock);
  const plan = planStock(opened, stock);
  const { source, mapping, vehicles } = opened;
  const report = await importRows(pool, { ...request, mapping }, { seller, source, plan, vehicles });
  if (!request.dryRun) await keepAnswers(pool, seller.id, source.table.header, mapping);
  const gone = report.gone.map(({ id }) => id);
  const paused = request.pauseGone && !request.dryRun ? await pauseCars(pool, gone) : [];
  return { seller, plan, source, report, errorsPath: request.errorsPath, paused: paused.length };
}

type Opened = { seller: Seller; source: StockSource; plan: ImportPlan; vehicles: VehicleFinder };

async function importRows(pool: pg.Pool, request: ImportRequest, { seller, ...opened }: Opened): Promise<ImportReport> {
  const { errorsPath, status, dryRun, mapping } = request;
  const errors = await CsvWriter.create(errorsPath);
  let rows = 0;
  try {
    await errors.write(['row', 'kind', 'column', 'value', 'reason', ...opened.plan.header]);
    return await importListings(pool, {
      ...opened,
      userId: seller.id,
      status,
      dryRun,
      leavesHiddenOut: mapping.hiddenRows === 'leave-out',
      async written(batch) {
        rows += batch.length;
        for (const row of batch) for (const line of problemsOf(row)) await errors.write([...line, ...row.read.cells]);
        request.progress({ rows, share: rows / opened.source.rows });
      },
    });
  } catch (error) {
    if (!(error instanceof ConfigError) || dryRun) throw error;
    throw new ConfigError(
      `${error.message} Earlier rows may already be imported. Fix the problem and run the import again.`,
      error,
    );
  } finally {
    await errors.close();
  }
}

/** Returns row, kind, column, value and reason of each problem of a row. */
export function problemsOf({ read, outcome, rejected }: WrittenRow): [number, string, string, string, string][] {
  const { row, leftOut, warnings } = read;
  if (leftOut && leftOut !== 'blank' && leftOut !== 'above' && leftOut !== 'header')
    return [[row, 'left out', '', '', LEFT_OUT_REASONS[leftOut]]];
  if (rejected) return [[row, 'rejected', rejected.column, rejected.value, rejected.reason]];
  if (outcome === 'rejected') return [];
  return warnings.map(({ column, value, reason }) => [row, 'warning', column, value, reason]);
}

async function bytesOf(path: string): Promise<Buffer> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new ConfigError(`File not found: ${path}.`);
  // A larger one is refused by its size, and need not be in memory for that.
  if (found.size > MAX_BYTES) return Buffer.alloc(MAX_BYTES + 1);
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`The file ${path} cannot be opened: ${error.code ?? error.message}.`, error);
  });
}

async function activeSeller(pool: pg.Pool, email: string): Promise<Seller> {
  const seller = await findSeller(pool, emailKeys(email));
  if (!seller) throw new ConfigError(`No account uses the address ${email}. The seller must sign up first.`);
  if (seller.status !== 'Active')
    throw new ConfigError(`The account ${email} is ${seller.status}, not Active, so it cannot list cars.`);
  return seller;
}
