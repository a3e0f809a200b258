import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { ConfigError } from '../../config-error.ts';
import { projectFile } from '../project-root.ts';
import { adoptBaseline, type Migration } from './baseline.ts';

const FOLDER = projectFile('db/migrations');
const LOCK_ID = 7_263_401;

/**
 * Updates the schema: runs each file of db/migrations that has not run yet, in order, each in its own transaction. A
 * database of the release before the baseline is taken over first. Throws `ConfigError` if a file was changed after it
 * ran. Processes that start together wait for each other. If nothing is left to do, the role needs no right to change
 * tables. Returns the names of the migrations that ran or were taken over.
 */
export async function migrate(pool: pg.Pool, folder = FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
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
        await run(client, migration);
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

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function run(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    throw new ConfigError(`The migration ${name} failed: ${(error as Error).message}.`, error);
  }
}
