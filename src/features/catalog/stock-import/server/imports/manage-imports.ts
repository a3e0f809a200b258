import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { emailKeys } from '#lib/server/email-keys.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import type { Mapping } from '../../model/mapping-file.ts';
import { type CountsResponse, MAX_PROBLEMS, type StockImportResponse } from '../../model/stock-import-contract.ts';
import { findSeller, isActiveSeller } from '../import-store.ts';
import type { StockImportDeps } from './import-due-stock.ts';
import {
  cancelRun,
  contentOf,
  findImport,
  type ImportRecord,
  insertImport,
  lockImport,
  problemsFrom,
  queueImport,
  type ReadImport,
  setMapping,
} from './import-record-store.ts';

type NewImport = { seller: string; offer: Offer; listingStatus: 'requested' | 'active'; newMakes: boolean };

/** Reads a file for a seller, with what was said about earlier files of the same columns. Stores it unless it is no table. */
export async function createImport(
  deps: StockImportDeps,
  adminId: number,
  upload: Pick<UploadedFile, 'path' | 'filename'>,
  { seller: email, offer, listingStatus, newMakes }: NewImport,
  origin: Origin,
): Promise<StockImportResponse> {
  const { pool, clock, threads } = deps;
  const seller = await findSeller(pool, emailKeys(email));
  if (!seller) throw refusedSeller('stockImport.noSeller');
  if (seller.status !== 'Active') throw refusedSeller('stockImport.inactiveSeller');
  const content = await readFile(upload.path);
  const request = { sellerId: seller.id, offer, newMakes, dryRun: true, now: clock.now(), usesKept: true };
  const read = tableOf(await threads.read({ ...request, content, mapping: {} }));
  const { filename } = upload;
  const id = await withTransaction(pool, async (db) => {
    const added = { sellerId: seller.id, adminId, filename, content, offer, listingStatus, newMakes, ...read };
    const inserted = await insertImport(db, added);
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'stock file sent',
      subject: { kind: 'user', id: seller.id },
      details: { import: inserted, filename, rows: read.totalRows },
    });
    return inserted;
  });
  return showImport(pool, id);
}

const refusedSeller = (messageKey: 'stockImport.noSeller' | 'stockImport.inactiveSeller') =>
  new AppError('unprocessable', messageKey, { messageKey, fields: { seller: messageKey } });

function tableOf(read: ReadImport | { problem: string }): ReadImport {
  if (!('problem' in read)) return read;
  throw new AppError('unprocessable', read.problem, { write: () => read.problem, fields: { file: read.problem } });
}

/** Reads the file again by what was said. The mapping replaces the earlier one. */
export async function mapImport(deps: StockImportDeps, id: number, mapping: Mapping): Promise<StockImportResponse> {
  const { pool, clock, threads } = deps;
  const record = await changeable(findImport(pool, id));
  const content = await contentOf(pool, id);
  if (!content) throw conflict();
  const { sellerId, offer, newMakes } = record;
  // Kept answers are added once. After that, an answer that was taken back must not return.
  const usesKept = record.reading.header.length === 0;
  const request = { content, sellerId, mapping, offer, newMakes, dryRun: true, now: clock.now(), usesKept };
  const read = tableOf(await threads.read(request));
  await withTransaction(pool, async (db) => {
    await changeable(lockImport(db, id));
    await setMapping(db, id, read);
  });
  return showImport(pool, id);
}

/** Queues an import, or a dry run, that the worker begins within seconds. */
export async function startImport(
  { pool }: Pick<StockImportDeps, 'pool'>,
  adminId: number,
  id: number,
  isDryRun: boolean,
  origin: Origin,
): Promise<StockImportResponse> {
  await withTransaction(pool, async (db) => {
    const record = await changeable(lockImport(db, id));
    if (record.reading.questions.length > 0)
      throw new AppError('conflict', 'questions are open', { messageKey: 'stockImport.openQuestions' });
    if (!(await isActiveSeller(db, record.sellerId))) throw refusedSeller('stockImport.inactiveSeller');
    await queueImport(db, id, isDryRun);
    if (isDryRun) return;
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'stock import started',
      subject: { kind: 'user', id: record.sellerId },
      details: { import: id, filename: record.filename, rows: record.totalRows, status: record.listingStatus },
    });
  });
  return showImport(pool, id);
}

/** Ends a run after its current batch. Cars of earlier batches stay. */
export async function cancelImport(
  { pool }: Pick<StockImportDeps, 'pool'>,
  adminId: number,
  id: number,
  origin: Origin,
): Promise<StockImportResponse> {
  await withTransaction(pool, async (db) => {
    const record = await lockImport(db, id);
    if (!record) throw notFound();
    if (record.state !== 'waiting' && record.state !== 'running') throw conflict();
    await cancelRun(db, id);
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'stock import canceled',
      subject: { kind: 'user', id: record.sellerId },
      details: { import: id, rows: record.doneRows },
    });
  });
  return showImport(pool, id);
}

const notFound = () => new AppError('not_found', 'no such import');
const conflict = () => new AppError('conflict', 'the import has another state', { messageKey: 'stockImport.state' });

/** Throws if an import runs, or if its file is deleted. */
async function changeable(found: Promise<ImportRecord | null>): Promise<ImportRecord> {
  const record = await found;
  if (!record) throw notFound();
  if (!record.hasContent || record.state === 'waiting' || record.state === 'running') throw conflict();
  return record;
}

export async function showImport(db: pg.Pool, id: number, fromRow = 1): Promise<StockImportResponse> {
  const record = await findImport(db, id);
  if (!record) throw notFound();
  const { state, filename, offer, reading, problem, createdAt, endedAt } = record;
  const problems = await problemsFrom(db, id, fromRow, MAX_PROBLEMS + 1);
  return {
    id,
    state,
    is_dry_run: record.isDryRun,
    filename,
    seller: { id: record.sellerId, name: record.sellerName },
    offer,
    listing_status: record.listingStatus,
    new_makes: record.newMakes,
    mapping: record.mapping,
    reading,
    progress: { rows: record.totalRows, done: record.doneRows },
    counts: countsOf(record),
    problem,
    ...pageOf(problems),
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  };
}

/** A page ends between rows, so that the next one begins with all problems of its first row. */
function pageOf(problems: Awaited<ReturnType<typeof problemsFrom>>): Pick<StockImportResponse, 'errors' | 'next_row'> {
  const last = problems[MAX_PROBLEMS]?.line ?? null;
  const errors = problems
    .filter(({ line }) => last === null || line < last)
    .map(({ line: row, kind, column_name: column, value, reason }) => ({
      row,
      kind: kind as 'rejected' | 'warning' | 'left out',
      column,
      value,
      reason,
    }));
  return { errors, next_row: last };
}

function countsOf({ counts }: ImportRecord): CountsResponse | null {
  if (!counts) return null;
  const { leftOut: left_out, newMakes: new_makes, newModels: new_models, gone, ...rest } = counts;
  const cars = gone.map(({ stockNumber, ...car }) => ({ ...car, stock_number: stockNumber ?? '' }));
  return { ...rest, left_out: left_out as Record<string, number>, new_makes, new_models, gone: cars };
}
