import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { ConfigError } from '../../config-error.ts';
import { MIGRATIONS_FOLDER } from '../project-root.ts';
import { setReadTimeout } from './postgres.ts';

const LOCK_ID = 7_263_401;
/**
 * First line of a file whose statements commit one by one, such as `create index concurrently`, or a `do` block that commits after each batch
 * of rows. It must be able to run twice.
 */
const STEP_BY_STEP = '-- step by step';
const LOCK_NOT_AVAILABLE = '55P03';

/** While a statement waits for a table, all later queries of that table wait behind it. So it gives up soon, and is tried again. */
type LockWaits = { lockTimeoutMs: number; tries: number; pauseMs: number };
const LOCK_WAITS: LockWaits = { lockTimeoutMs: 2_000, tries: 30, pauseMs: 3_000 };

/**
 * Updates the schema: runs each migration that has not run yet, in order, each in its own transaction. A
 * database of the release before the baseline is taken over first. A file that waits for a table in use is tried again. Throws `ConfigError` if a file was changed after it
 * ran. Processes that start together wait for each other. If nothing is to be done, the role needs no right to change
 * tables. Returns the names of the migrations that ran or were taken over.
 */
export async function migrate(
  pool: pg.Pool,
  folder = MIGRATIONS_FOLDER,
  waits: LockWaits = LOCK_WAITS,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    setReadTimeout(client, undefined);
    await client.query('select pg_advisory_lock($1)', [LOCK_ID]);
    const { rows: found } = await client.query("select to_regclass('schema_migrations') is not null as is_there");
    if (!found[0]?.is_there)
      await client.query(
        'create table schema_migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
      );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const done = new Map(rows.map((row) => [row.name, row.checksum]));
    const ran = await adoptBaseline(client, folder, migrations, done);
    for (const migration of migrations.filter(({ name }) => !ran.includes(name))) {
      const checksum = done.get(migration.name);
      if (checksum === undefined) {
        await runWithTries(client, migration, waits);
        ran.push(migration.name);
      } else if (checksum !== migration.checksum) {
        throw new ConfigError(`The migration ${migration.name} was changed after it ran. Add a new migration instead.`);
      }
    }
    return ran;
  } finally {
    client.release(true);
  }
}

/** Returns the migrations that have not run, without the baseline of a database that is still to be taken over. */
export async function pendingMigrations(pool: pg.Pool, folder = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const { rows: found } = await pool.query("select to_regclass('schema_migrations') is not null as is_there");
  const sql = 'select name from schema_migrations';
  const done = found[0]?.is_there ? (await pool.query<{ name: string }>(sql)).rows.map(({ name }) => name) : [];
  return (await readMigrations(folder)).filter(({ name }) => !done.includes(name));
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function runWithTries(client: pg.PoolClient, migration: Migration, waits: LockWaits): Promise<void> {
  await client.query(`set lock_timeout = ${waits.lockTimeoutMs}`);
  for (let tried = 1; ; tried++) {
    try {
      return await run(client, migration);
    } catch (error) {
      await client.query('rollback');
      const isLocked = (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
      if (!isLocked || tried === waits.tries) throw failed(migration, error, isLocked);
      await wait(waits.pauseMs);
    }
  }
}

function failed({ name }: Migration, error: unknown, isLocked: boolean): ConfigError {
  const reason = isLocked
    ? 'a table that it changes was in use all the time. End long queries (pg_stat_activity), then start again'
    : (error as Error).message;
  return new ConfigError(`The migration ${name} failed: ${reason}.`, error);
}

async function run(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  const isOneTransaction = !sql.startsWith(STEP_BY_STEP);
  if (isOneTransaction) await client.query('begin');
  for (const part of isOneTransaction ? [sql] : splitStatements(sql)) await client.query(part);
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  if (isOneTransaction) await client.query('commit');
}

type Migration = { name: string; sql: string; checksum: string };

/** Content of `baseline.json`: the migrations of an earlier release with their checksums, and those that replaced them. */
type Baseline = { replacedRelease: string; replaced: Record<string, string>; baseline: string[] };

/**
 * Records the baseline as done in a database that was created by all of the migrations it replaced, and returns the names
 * recorded. Does not change the tables, except for the baseline's comments on them. Returns nothing if the database
 * has the baseline, or none of the replaced migrations. Throws `ConfigError` if it has only some of them.
 */
async function adoptBaseline(
  client: pg.PoolClient,
  folder: string,
  migrations: Migration[],
  done: Map<string, string>,
): Promise<string[]> {
  const known = await readBaseline(folder);
  if (!known?.baseline.every((name) => !done.has(name))) return [];
  const replaced = Object.entries(known.replaced);
  if (!replaced.some(([name]) => done.has(name))) return [];
  const release = `CarQuay ${known.replacedRelease}`;
  const absent = replaced.filter(([name, checksum]) => done.get(name) !== checksum).map(([name]) => name);
  if (absent.length > 0) {
    throw new ConfigError(
      `The database has ${replaced.length - absent.length} of the ${replaced.length} migrations of ${release}; ` +
        `${absent[0]} is missing or was changed. Run "npm run migrate" of ${release} on this database, then start this version again.`,
    );
  }
  const adopted = migrations.filter(({ name }) => known.baseline.includes(name));
  try {
    await client.query('begin');
    for (const { name, sql, checksum } of adopted) {
      for (const comment of commentsOf(sql)) await client.query(comment);
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    }
    await client.query('commit');
  } catch (error) {
    throw new ConfigError(`Taking over the schema of ${release} failed: ${(error as Error).message}.`, error);
  }
  return adopted.map(({ name }) => name);
}

async function readBaseline(folder: string): Promise<Baseline | null> {
  try {
    return JSON.parse(await readFile(join(folder, 'baseline.json'), 'utf8'));
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

/** The COMMENT statements of a migration; each starts and ends a line. */
function commentsOf(sql: string): string[] {
  return sql.match(/^comment on .*?';$/gms) ?? [];
}

/** Comments, strings, quoted names and bodies of functions, in which a semicolon ends nothing. */
const QUOTED = /--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|"[^"]*"/g;

/** Splits SQL into its statements without changing them. */
export function splitStatements(sql: string): string[] {
  // Keeps the length, so positions match those in the text.
  const bare = sql.replace(QUOTED, (text) => '-'.repeat(text.length));
  const ends = [...bare.matchAll(/;|$(?![\s\S])/g)].map(({ index }) => index);
  const parts = ends.map((end, at) => ({ from: at === 0 ? 0 : ends[at - 1]! + 1, end }));
  return parts
    .filter(({ from, end }) => /[^\s-]/.test(bare.slice(from, end)))
    .map(({ from, end }) => sql.slice(from, end));
}

/**
 * Splits SQL into its statements: lower case, on one line, without comments and with `''` in place of each string or function body. For
 * reading only.
 */
export function statementsOf(sql: string): string[] {
  const bare = sql.replace(QUOTED, (text) => (text.startsWith('--') || text.startsWith('/*') ? ' ' : "''"));
  return bare
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');
}
