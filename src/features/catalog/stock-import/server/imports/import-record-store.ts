import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { storable, storableJson } from '#lib/cell-text.ts';
import { type Queryable, queryValue, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';
import type { ImportCounts } from '../../model/import-counts.ts';
import type { Mapping } from '../../model/mapping-file.ts';
import type { ImportState, StockReading } from '../../model/stock-import-contract.ts';
import type { GoneCar } from '../import-store.ts';

export const IMPORT_QUEUE = 'stock imports';

export type StoredCounts = ImportCounts & { newMakes: string[]; newModels: string[]; gone: GoneCar[] };

export type ImportRecord = {
  id: number;
  sellerId: number;
  sellerName: string;
  filename: string;
  mapping: Mapping;
  reading: StockReading;
  offer: Offer;
  listingStatus: 'requested' | 'active';
  newMakes: boolean;
  state: ImportState;
  isDryRun: boolean;
  attempt: number;
  totalRows: number;
  doneRows: number;
  /** Null before the first batch. */
  counts: StoredCounts | null;
  problem: string | null;
  hasContent: boolean;
  createdAt: Date;
  endedAt: Date | null;
};

const RECORD = `
  i.id, i.seller_id as "sellerId", u.name as "sellerName", i.filename, i.mapping, i.reading, i.offer,
  i.listing_status as "listingStatus", i.new_makes as "newMakes", i.state, i.is_dry_run as "isDryRun", i.attempt,
  i.total_rows as "totalRows", i.done_rows as "doneRows", nullif(i.counts, '{}') as counts, i.problem, i.content is not null as "hasContent",
  i.created_at as "createdAt", i.ended_at as "endedAt"`;
const ONE = statement(`select ${RECORD} from stock_imports i join users u on u.id = i.seller_id where i.id = $1`);
const LOCK = statement('select 1 from stock_imports where id = $1 for update');

export async function findImport(db: Queryable, id: number): Promise<ImportRecord | null> {
  return (await rowsOf<ImportRecord>(db, ONE, [id]))[0] ?? null;
}

export async function lockImport(db: Queryable, id: number): Promise<ImportRecord | null> {
  await rowsOf(db, LOCK, [id]);
  return findImport(db, id);
}

type NewImport = Pick<ImportRecord, 'sellerId' | 'filename' | 'offer' | 'listingStatus' | 'newMakes'> & {
  adminId: number;
  content: Buffer;
} & ReadImport;
export type ReadImport = Pick<ImportRecord, 'mapping' | 'reading' | 'totalRows'>;

const INSERT = statement(`
  insert into stock_imports
    (seller_id, created_by, filename, content, offer, listing_status, new_makes, mapping, reading, total_rows)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`);

export async function insertImport(db: Queryable, row: NewImport): Promise<number> {
  const { sellerId, adminId, filename, content, offer, listingStatus, newMakes, mapping, reading, totalRows } = row;
  const values = [sellerId, adminId, filename, content, offer, listingStatus, newMakes];
  const read = [storableJson(mapping), storableJson(reading), totalRows];
  const [inserted] = await rowsOf<{ id: number }>(db, INSERT, [...values, ...read]);
  return inserted?.id ?? 0;
}

const CONTENT = statement('select content from stock_imports where id = $1');

export async function contentOf(db: Queryable, id: number): Promise<Buffer | null> {
  return (await rowsOf<{ content: Buffer | null }>(db, CONTENT, [id]))[0]?.content ?? null;
}

const MAP = statement(`
  update stock_imports set mapping = $2, reading = $3, total_rows = $4, state = 'open', ended_at = null, problem = null
  where id = $1`);

export async function setMapping(
  db: Queryable,
  id: number,
  { mapping, reading, totalRows }: ReadImport,
): Promise<void> {
  await rowsOf(db, MAP, [id, storableJson(mapping), storableJson(reading), totalRows]);
}

const START = statement(`
  update stock_imports set state = 'waiting', is_dry_run = $2, done_rows = 0, counts = '{}', problem = null, ended_at = null
  where id = $1`);
const FORGET_PROBLEMS = statement('delete from stock_import_problems where import_id = $1');

/** Queues a run from the first row. */
export async function queueImport(db: Queryable, id: number, isDryRun: boolean): Promise<void> {
  await rowsOf(db, FORGET_PROBLEMS, [id]);
  await rowsOf(db, START, [id, isDryRun]);
}

const LEASE_S = 120;
const LEASE = `now() + make_interval(secs => ${LEASE_S})`;

const CLAIM = statement(`
  update stock_imports set state = 'running', leased_until = ${LEASE}, attempt = attempt + 1
  where id = (
    select id from stock_imports
    where (state = 'waiting' or state = 'running' and leased_until < now()) and ${isNotResting(IMPORT_QUEUE, 'stock_imports.id')}
    order by id limit 1 for update skip locked)
  returning id, attempt`);

/** Leases the oldest import that waits, or whose worker has stopped. Returns null if there is none. */
export async function claimImport(db: Queryable): Promise<{ id: number; attempt: number } | null> {
  return (await rowsOf<{ id: number; attempt: number }>(db, CLAIM, []))[0] ?? null;
}

const RELEASE = statement(
  `update stock_imports set leased_until = now() where id = $1 and attempt = $2 and state = 'running'`,
);

/** Lets another worker continue now. */
export async function releaseImport(db: Queryable, id: number, attempt: number): Promise<void> {
  await rowsOf(db, RELEASE, [id, attempt]);
}

const PROGRESS = statement(`
  update stock_imports set done_rows = done_rows + $3, counts = $4, leased_until = ${LEASE}
  where id = $1 and attempt = $2 and state = 'running' returning id`);

/** Returns the counts of the batches that are written; null before the first. */
export const lockCounts = queryValue<StoredCounts, [id: number]>(
  `select nullif(counts, '{}') from stock_imports where id = $1 for update`,
);

/** Notes rows of a run. Returns false if the run was canceled or taken over. */
export async function noteProgress(
  db: Queryable,
  { id, attempt }: Pick<ImportRecord, 'id' | 'attempt'>,
  rows: number,
  counts: StoredCounts,
): Promise<boolean> {
  return (await rowsOf(db, PROGRESS, [id, attempt, rows, storableJson(counts)])).length > 0;
}

export type ImportProblem = {
  line: number;
  place: number;
  kind: string;
  column_name: string;
  value: string;
  reason: string;
};

const ADD_PROBLEMS = statement(`
  insert into stock_import_problems (import_id, line, place, kind, column_name, value, reason)
  select $1, line, place, kind, left(column_name, 500), left(value, 500), left(reason, 1000)
  from jsonb_to_recordset($2::jsonb) as added
    (line int, place int, kind text, column_name text, value text, reason text)`);

export async function addProblems(db: Queryable, id: number, problems: ImportProblem[]): Promise<void> {
  if (problems.length > 0) await rowsOf(db, ADD_PROBLEMS, [id, JSON.stringify(problems)]);
}

const PROBLEMS = statement(`
  select line, place, kind, column_name, value, reason from stock_import_problems
  where import_id = $1 and line >= $2 order by line, place limit $3`);

export function problemsFrom(db: Queryable, id: number, line: number, most: number): Promise<ImportProblem[]> {
  return rowsOf<ImportProblem>(db, PROBLEMS, [id, line, most]);
}

const GONE = statement(
  `update stock_imports set counts = jsonb_set(counts, '{gone}', $3) where id = $1 and attempt = $2 and state = 'running'`,
);
const MOST_GONE = 200;

export async function noteGoneCars(
  db: Queryable,
  { id, attempt }: Pick<ImportRecord, 'id' | 'attempt'>,
  gone: GoneCar[],
): Promise<void> {
  await rowsOf(db, GONE, [id, attempt, JSON.stringify(gone.slice(0, MOST_GONE))]);
}

const END = statement(`
  update stock_imports set state = $3, problem = left($4, 4000), ended_at = now(), leased_until = null,
    content = case when $3 = 'imported' then null else content end
  where id = $1 and attempt = $2 and state = 'running'`);

export async function endImport(
  db: Queryable,
  { id, attempt }: Pick<ImportRecord, 'id' | 'attempt'>,
  state: 'checked' | 'imported' | 'failed',
  problem: string | null = null,
): Promise<void> {
  await rowsOf(db, END, [id, attempt, state, problem && storable(problem)]);
}

const CANCEL = statement(
  `update stock_imports set state = 'canceled', ended_at = now(), leased_until = null where id = $1 and state in ('waiting', 'running')`,
);

export async function cancelRun(db: Queryable, id: number): Promise<void> {
  await rowsOf(db, CANCEL, [id]);
}

const AT_REST = "state not in ('waiting', 'running')";
const PURGE_FILES = statement(
  `update stock_imports set content = null where content is not null and created_at < now() - interval '7 days' and ${AT_REST}`,
);
const PURGE = statement(`delete from stock_imports where created_at < now() - interval '90 days' and ${AT_REST}`);

/** Deletes files after 7 days and reports after 90. */
export async function deleteOldImports(db: Queryable): Promise<void> {
  await rowsOf(db, PURGE_FILES, []);
  await rowsOf(db, PURGE, []);
}

const OF_SELLER = statement(`
  select id, filename, state, created_at as "createdAt" from stock_imports where seller_id = $1 order by id`);

/** What an account's export has about its imports. */
export function importsForExport(db: Queryable, sellerId: number) {
  return rowsOf<{ id: number; filename: string; state: string; createdAt: Date }>(db, OF_SELLER, [sellerId]);
}

const FORGET_ANSWERS = statement('delete from stock_answers where seller_id = $1');
const FORGET_IMPORTS = statement('delete from stock_imports where seller_id = $1');

export async function deleteImportsOf(db: Queryable, sellerId: number): Promise<void> {
  await rowsOf(db, FORGET_ANSWERS, [sellerId]);
  await rowsOf(db, FORGET_IMPORTS, [sellerId]);
}
