import type { Seals } from '../database/rows.ts';
import { type Columns, type Queryable, rowsOf, statement } from '../database/statement.ts';

/** A log whose rows are only ever added. What is sealed of each is named column by column. */
export type SealedLog = { chain: string; table: string; columns: string };

export type Seal = Columns<Seals, 'chain' | 'up_to' | 'follows' | 'row_count' | 'digest'> & {
  /** To the microsecond, as exactTime writes it. */
  sealedAt: string;
};

export type SealedRow = Record<string, unknown> & { id: number };

/** SQL of a time as microseconds, whatever the settings of a connection. */
export const exactTime = (column: string) => `round(extract(epoch from ${column}) * 1000000)::text`;

const COLUMNS = `chain, up_to as "upTo", follows, row_count as "rowCount", digest, ${exactTime('sealed_at')} as "sealedAt"`;

const TAKE_TURN = statement(
  `select pg_try_advisory_xact_lock(hashtextextended($1, 40)) as taken, ${exactTime('now()')} as now`,
);

/** Makes this transaction the only one that seals a chain; gives its time, or null where another one is at it. */
export async function tryLock(db: Queryable, chain: string): Promise<string | null> {
  const [row] = await rowsOf<{ taken: boolean; now: string }>(db, TAKE_TURN, [chain]);
  return row?.taken ? row.now : null;
}

const NEWEST = statement(`select ${COLUMNS} from seals where chain = $1 order by up_to desc limit 1`);

export async function newestSeal(db: Queryable, chain: string): Promise<Seal | null> {
  return (await rowsOf<Seal>(db, NEWEST, [chain]))[0] ?? null;
}

const NEWEST_OF_ALL = statement(`select distinct on (chain) ${COLUMNS} from seals order by chain, up_to desc`);

export function newestSeals(db: Queryable): Promise<Seal[]> {
  return rowsOf(db, NEWEST_OF_ALL, []);
}

const AFTER = statement(`
  select ${COLUMNS} from seals where chain = $1 and ($2::bigint is null or up_to > $2) order by up_to limit $3`);

export function sealsAfter(db: Queryable, chain: string, after: number | null, most: number): Promise<Seal[]> {
  return rowsOf(db, AFTER, [chain, after, most]);
}

const INSERT = statement('insert into seals (chain, up_to, follows, row_count, digest) values ($1, $2, $3, $4, $5)');

/** The time of the seal is that of the transaction, which tryLock told. */
export async function insertSeal(db: Queryable, seal: Omit<Seal, 'sealedAt'>): Promise<void> {
  await rowsOf(db, INSERT, [seal.chain, seal.upTo, seal.follows, seal.rowCount, seal.digest]);
}

type Reach = { after: number | null; upTo: number };

/** Rows of a log in the order of their ids, from the one after an id (null: from the first). */
export function rowsToSeal(
  db: Queryable,
  { table, columns }: SealedLog,
  { after, upTo }: Reach,
  most: number,
): Promise<SealedRow[]> {
  const text = `select id, ${columns} from ${table}
    where id > coalesce($1, -9223372036854775808) and id <= $2 order by id limit $3`;
  return rowsOf(db, statement(text), [after, upTo, most]);
}

/** How many rows stand after an id. */
export async function countAfter(db: Queryable, { table }: SealedLog, after: number | null): Promise<number> {
  const text = `select count(*) as rows from ${table} where id > coalesce($1, -9223372036854775808)`;
  return (await rowsOf<{ rows: number }>(db, statement(text), [after]))[0]?.rows ?? 0;
}

const WRITERS = `
  select virtualtransaction from pg_locks
  where locktype = 'relation' and database = (select oid from pg_database where datname = current_database())
    and relation = $1::regclass and mode = 'RowExclusiveLock'`;

/** The last id of a log that can be seen, and the transactions that were writing to it at that moment or began after. */
export async function lastAndWriters(db: Queryable, { table }: SealedLog) {
  const text = `select (select max(id) from ${table}) as last, array(${WRITERS}) as writers`;
  const [row] = await rowsOf<{ last: number | null; writers: string[] }>(db, statement(text), [table]);
  return row ?? { last: null, writers: [] };
}

/** Which of some transactions are still writing to a log. */
export async function stillWriting(db: Queryable, { table }: SealedLog, writers: string[]): Promise<string[]> {
  const text = `${WRITERS} and virtualtransaction = any($2)`;
  const rows = await rowsOf<{ virtualtransaction: string }>(db, statement(text), [table, writers]);
  return rows.map(({ virtualtransaction }) => virtualtransaction);
}
