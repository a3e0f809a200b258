import type pg from 'pg';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { ConfigError } from '#lib/config-error.ts';
import { CsvWriter } from '#lib/server/csv/csv.ts';
import { openCsv, type Sheet } from '#lib/server/csv/read-csv.ts';
import { emailKeys } from '#lib/server/email-keys.ts';
import { readHeader } from '../model/guess-columns.ts';
import { type ImportPlan, planImport } from '../model/import-plan.ts';
import type { Mapping } from '../model/mapping-file.ts';
import { type ImportReport, importListings } from './import-listings.ts';
import { findSeller, type Seller } from './import-store.ts';

export type ImportRequest = {
  path: string;
  errorsPath: string;
  sellerEmail: string;
  mapping: Mapping;
  offer: Offer;
  status: 'requested' | 'active';
  newMakes: boolean;
  dryRun: boolean;
  now: Date;
  progress(state: { rows: number; share: number }): void;
};

export type ImportResult = Pick<Sheet, 'encoding' | 'delimiter'> & {
  seller: Seller;
  plan: ImportPlan;
  report: ImportReport;
  errorsPath: string;
};

/**
 * Imports a file. Checks the seller, encoding, columns and units before reading the first row, and throws a
 * `ConfigError` if one is invalid.
 */
export async function importCsv(pool: pg.Pool, request: ImportRequest): Promise<ImportResult> {
  const seller = await activeSeller(pool, request.sellerEmail);
  const sheet = await openCsv(request.path, request.mapping, (header) => readHeader(header, 0).fact !== null);
  try {
    const plan = planImport({
      header: sheet.header.cells,
      sample: sheet.sample.map(({ cells }) => cells),
      mapping: request.mapping,
      offer: request.offer,
      today: request.now.toISOString().slice(0, 10),
    });
    const report = await importRows(pool, request, { seller, sheet, plan });
    return {
      seller,
      plan,
      report,
      errorsPath: request.errorsPath,
      encoding: sheet.encoding,
      delimiter: sheet.delimiter,
    };
  } finally {
    await sheet.close();
  }
}

type Opened = { seller: Seller; sheet: Sheet; plan: ImportPlan };

async function importRows(
  pool: pg.Pool,
  request: ImportRequest,
  { seller, sheet, plan }: Opened,
): Promise<ImportReport> {
  const { errorsPath, status, newMakes, dryRun } = request;
  const errors = await CsvWriter.create(errorsPath);
  try {
    await errors.write(['row', 'kind', 'column', 'value', 'reason', ...plan.header]);
    return await importListings(pool, {
      plan,
      rows: sheet.rows,
      userId: seller.id,
      status,
      newMakes,
      dryRun,
      reportProblem: ({ row, cells }, kind, { column, value, reason }) =>
        errors.write([row, kind, column, value, reason, ...cells]),
      progress: (rows) => request.progress({ rows, share: sheet.bytes.read / sheet.bytes.total }),
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

async function activeSeller(pool: pg.Pool, email: string): Promise<Seller> {
  const seller = await findSeller(pool, emailKeys(email));
  if (!seller) throw new ConfigError(`No account uses the address ${email}. The seller must sign up first.`);
  if (seller.status !== 'Active')
    throw new ConfigError(`The account ${email} is ${seller.status}, not Active, so it cannot list cars.`);
  return seller;
}
