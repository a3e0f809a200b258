import { createHash } from 'node:crypto';
import pg from 'pg';
import { ConfigError } from '#lib/config-error.ts';
import { checkServer, isPooler, lacksStartupSettings } from './check-server.ts';
import { GuardedPool } from './guarded-pool.ts';

/** A prepared statement: each connection parses it once. */
export type Statement = { name: string; text: string };

const statements = new Map<string, Statement>();

/** Returns the prepared statement of an SQL text. Pass values as parameters, because statements are never released. */
export function statement(text: string): Statement {
  let known = statements.get(text);
  if (!known) {
    known = { name: createHash('sha1').update(text).digest('hex').slice(0, 20), text };
    statements.set(text, known);
  }
  return known;
}

/**
 * Any element of an array that is a parameter, as an SQL condition for statements that usually get few elements. PostgreSQL would plan `any($1)`
 * again for every array, because the plan depends on its length. It does not look into a subquery, and caches the plan.
 */
export const anyOf = (parameter: `$${number}`, type: 'bigint' | 'text' = 'bigint') =>
  `any((select ${parameter}::${type}[])::${type}[])`;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** Columns of a table by their camelCase aliases, for example `created_at as "createdAt"`. */
export type Columns<Row, Key extends keyof Row & string> = { [K in Key as CamelCase<K>]: Row[K] };

/** A pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

export async function rowsOf<Row extends pg.QueryResultRow>(
  db: Queryable,
  { name, text }: Statement,
  values: unknown[],
): Promise<Row[]> {
  return (await db.query<Row>({ name, text, values })).rows;
}

/**
 * Makes a function of a statement. It takes the values of $1, $2 … and returns the rows, each through `map` if there is one.
 */
export function query<Result, Values extends unknown[] = []>(sql: string, map?: (row: never) => Result) {
  const prepared = statement(sql);
  return async (db: Queryable, ...values: Values): Promise<Result[]> => {
    const rows = await rowsOf<never>(db, prepared, values);
    return map ? rows.map(map) : rows;
  };
}

/** Makes a function of a statement that returns the only column of each row. */
export function queryColumn<Result, Values extends unknown[] = []>(sql: string) {
  return query<Result, Values>(sql, (row: Record<string, Result>) => Object.values(row)[0] as Result);
}

/** Like `query`, for the first row; null without one. */
export function queryFirst<Result, Values extends unknown[] = []>(sql: string, map?: (row: never) => Result) {
  const all = query<Result, Values>(sql, map);
  return async (db: Queryable, ...values: Values): Promise<Result | null> => (await all(db, ...values))[0] ?? null;
}

/** Makes a function of a statement that returns whether there was a row. */
export function queryAny<Values extends unknown[] = []>(sql: string) {
  const prepared = statement(sql);
  return async (db: Queryable, ...values: Values): Promise<boolean> => (await rowsOf(db, prepared, values)).length > 0;
}

/** Makes a function of a statement that returns the only column of the first row; null without a row. */
export function queryValue<Result, Values extends unknown[] = []>(sql: string) {
  const first = queryFirst<Record<string, Result>, Values>(sql);
  return async (db: Queryable, ...values: Values): Promise<Result | null> =>
    Object.values((await first(db, ...values)) ?? {})[0] ?? null;
}

/** Like `queryValue`, for a number; 0 without a row and for null. */
export function queryNumber<Values extends unknown[] = []>(sql: string) {
  const value = queryValue<number, Values>(sql);
  return async (db: Queryable, ...values: Values): Promise<number> => (await value(db, ...values)) ?? 0;
}

/** Makes a function of a statement whose rows do not matter. */
export function execute<Values extends unknown[] = []>(sql: string) {
  const prepared = statement(sql);
  return async (db: Queryable, ...values: Values): Promise<void> => {
    await rowsOf(db, prepared, values);
  };
}

export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string }).code === '23505';
}

export function isCheckViolation(error: unknown): boolean {
  return (error as { code?: string }).code === '23514';
}

const INT8 = 20;
const NUMERIC = 1700;
const TIMESTAMPTZ = 1184;

pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(NUMERIC, Number);
pg.types.setTypeParser(TIMESTAMPTZ, readTimestamp);

/** `settings`: whether connections send the settings of the site. A pooler may refuse them; then the role has them. */
export type PoolOptions = { max?: number; statementTimeoutMs?: number; settings?: 'sent' | 'of the role' };

/** The server cancels a long statement itself. Its answer must arrive within this time, or the connection counts as broken. */
const ANSWER_MS = 1_000;

/**
 * Opens a pool and checks the server behind it. Throws `ConfigError` if the database is unreachable, refuses the login, runs
 * PostgreSQL older than 15, or is behind a pooler that the site cannot use.
 */
export async function openPool(url: string, options: PoolOptions = {}): Promise<GuardedPool> {
  const pool = createPool(url, options);
  try {
    await checkServer(pool);
    return pool;
  } catch (error) {
    await pool.end();
    if (lacksStartupSettings(error) && options.settings !== 'of the role')
      return openPool(url, { ...options, settings: 'of the role' });
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`The database at ${placeOf(url)} cannot be used: ${reasonOf(error)}.`, error);
  }
}

/** Opens a pool of the owner, who migrates and runs long statements. Throws `ConfigError` also if a pooler is in between. */
export async function openOwnerPool(url: string, options: PoolOptions = {}): Promise<GuardedPool> {
  if (await isPooler(createPool(url, { max: 1, settings: 'of the role' })))
    throw new ConfigError(
      `${placeOf(url)} is a connection pooler. Set DATABASE_OWNER_URL to the address of PostgreSQL itself: migrations need a session of their own.`,
    );
  return openPool(url, options);
}

/** A pool that has not connected yet. */
export function createPool(
  url: string,
  { max = 10, statementTimeoutMs = 5_000, settings = 'sent' }: PoolOptions = {},
): GuardedPool {
  const pool = new GuardedPool({
    connectionString: url,
    max,
    application_name: 'carquay',
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + ANSWER_MS }),
    ...(settings === 'sent' && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: 30_000,
      options: '-c timezone=UTC -c lock_timeout=2s',
    }),
  });
  pool.on('error', () => {});
  // Without a listener, a connection lost between two statements would crash the process.
  // The next query rejects anyway.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const RETRYABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 5;

/** Runs `work` in one transaction, up to five times in all if it fails with a serialization failure or deadlock. */
export async function withTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      // After a timeout of ours, the next query would wait behind the one that was not answered.
      if (isReadTimeout(error)) broken = error;
      else await client.query('rollback').catch((failure: Error) => (broken = failure));
      if (attempt === MAX_TRIES || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error;
    } finally {
      setReadTimeout(client, pool.options.query_timeout);
      client.release(broken);
    }
    await new Promise((resolve) => setTimeout(resolve, 10 * attempt + 20 * Math.random()));
  }
}

/** Raises the timeouts of a transaction, on the server and here. */
export async function allowLongStatements(
  db: Queryable,
  { statementS, lockS }: Record<'statementS' | 'lockS', number>,
) {
  await db.query(`set local statement_timeout = '${statementS}s'; set local lock_timeout = '${lockS}s'`);
  setReadTimeout(db, statementS * 1_000 + ANSWER_MS);
}

/** @param ms undefined: no limit */
export function setReadTimeout(db: Queryable, ms: number | undefined): void {
  const { connectionParameters } = db as { connectionParameters?: { query_timeout: number | false } };
  if (connectionParameters) connectionParameters.query_timeout = ms ?? false;
}

const isReadTimeout = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';

/** Parses '2026-03-26 17:47:46.123456+00' (connections use UTC). Many times faster than a general date parser. */
function readTimestamp(text: string): Date {
  const year = Number(text.slice(0, 4));
  const [month, day] = [Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10))];
  const [hour, minute, second] = [Number(text.slice(11, 13)), Number(text.slice(14, 16)), Number(text.slice(17, 19))];
  const fraction = text[19] === '.' ? Number(text.slice(20, 23).replace(/\D.*/, '').padEnd(3, '0')) : 0;
  return new Date(Date.UTC(year, month, day, hour, minute, second, fraction));
}

export function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || 'the local socket'}${port && `:${port}`}${pathname}`;
}

export function reasonOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: { message: string }[] };
  return message || errors?.[0]?.message || code || 'no response';
}
