import { type Columns, type Queryable, query, queryFirst, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Seals } from '../database/rows.ts';

/** An append-only log. `columns` lists the sealed columns. */
export type SealedLog = { chain: string; table: string; columns: string };

export type Seal = Columns<Seals, 'chain' | 'up_to' | 'follows' | 'row_count' | 'digest'> & {
  /** Time in microseconds, from `exactTime`. */
  sealedAt: string;
};

type SealedRow = Record<string, unknown> & { id: number };

/** SQL for a time in microseconds, independent of connection settings. */
export const exactTime = (column: string) => `round(extract(epoch from ${column}) * 1000000)::text`;

const COLUMNS = `chain, up_to as "upTo", follows, row_count as "rowCount", digest, ${exactTime('sealed_at')} as "sealedAt"`;

const TRY_LOCK = statement(
  `select pg_try_advisory_xact_lock(hashtextextended($1, 40)) as taken, ${exactTime('now()')} as now`,
);

/** Locks a chain for this transaction and returns the transaction's time; null if another transaction has the lock. */
export async function tryLock(db: Queryable, chain: string): Promise<string | null> {
  const [row] = await rowsOf<{ taken: boolean; now: string }>(db, TRY_LOCK, [chain]);
  return row?.taken ? row.now : null;
}

export const newestSeal = queryFirst<Seal, [chain: string]>(
  `select ${COLUMNS} from seals where chain = $1 order by up_to desc limit 1`,
);

export const newestSeals = query<Seal>(`select distinct on (chain) ${COLUMNS} from seals order by chain, up_to desc`);

export const sealsAfter = query<Seal, [chain: string, after: number | null, most: number]>(`
  select ${COLUMNS} from seals where chain = $1 and ($2::bigint is null or up_to > $2) order by up_to limit $3`);

const INSERT = statement('insert into seals (chain, up_to, follows, row_count, digest) values ($1, $2, $3, $4, $5)');

/** Inserts a seal with the time of the transaction, which `tryLock` returned. */
export async function insertSeal(db: Queryable, seal: Omit<Seal, 'sealedAt'>): Promise<void> {
  await rowsOf(db, INSERT, [seal.chain, seal.upTo, seal.follows, seal.rowCount, seal.digest]);
}

type IdRange = { after: number | null; upTo: number };

/** Returns rows of a log by id, after an id (null: from the first). */
export function rowsToSeal(
  db: Queryable,
  { table, columns }: SealedLog,
  { after, upTo }: IdRange,
  most: number,
): Promise<SealedRow[]> {
  const text = `select id, ${columns} from ${table}
    where id > coalesce($1, -9223372036854775808) and id <= $2 order by id limit $3`;
  return rowsOf(db, statement(text), [after, upTo, most]);
}

export async function countAfter(db: Queryable, { table }: SealedLog, after: number | null): Promise<number> {
  const text = `select count(*) as rows from ${table} where id > coalesce($1, -9223372036854775808)`;
  return (await rowsOf<{ rows: number }>(db, statement(text), [after]))[0]?.rows ?? 0;
}

const WRITERS = `
  select virtualtransaction from pg_locks
  where locktype = 'relation' and database = (select oid from pg_database where datname = current_database())
    and relation = $1::regclass and mode = 'RowExclusiveLock'`;

/** Returns the last visible id of a log, and the transactions that hold a write lock on it. */
export async function lastIdAndWriters(db: Queryable, { table }: SealedLog) {
  const text = `select (select max(id) from ${table}) as last, array(${WRITERS}) as writers`;
  const [row] = await rowsOf<{ last: number | null; writers: string[] }>(db, statement(text), [table]);
  return row ?? { last: null, writers: [] };
}

/** Returns the transactions that still hold a write lock on the log. */
export async function activeWriters(db: Queryable, { table }: SealedLog, writers: string[]): Promise<string[]> {
  const text = `${WRITERS} and virtualtransaction = any($2)`;
  const rows = await rowsOf<{ virtualtransaction: string }>(db, statement(text), [table, writers]);
  return rows.map(({ virtualtransaction }) => virtualtransaction);
}
