import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import type { GuardedPool } from '#lib/server/database/guarded-pool.ts';
import { openPool } from '#lib/server/database/pool.ts';
import { afterFile } from '../runner/after-file.ts';
import { borrowed } from './borrowed-pool.ts';
import { databaseUrl, TEMPLATE, withClient } from './database-server.ts';

export type TestDatabase = { pool: GuardedPool; url: string; drop(): Promise<void> };

/** A connection that a test never released is broken after this time. */
const END_WITHIN_MS = 2_000;

/** The clean database that the last test file of this worker left, with its connections. */
let spare: TestDatabase | null = null;

/** Gives this test file a database: migrated and without rows, or a copy of `template`. */
export async function testDatabase(template = TEMPLATE): Promise<{ pool: pg.Pool; url: string }> {
  const reused = template === TEMPLATE ? spare : null;
  if (reused) spare = null;
  const database = reused ?? (await createDatabase(template));
  const { pool, giveBack } = borrowed(database.pool);
  afterFile(async () => {
    if (template === TEMPLATE && spare === null && (await giveBack()) && (await isClean(database))) spare = database;
    else await database.drop();
  });
  return { pool, url: database.url };
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(server, (client) => client.query(`create database ${name} template ${template} strategy file_copy`));
  const url = databaseUrl(server, name);
  const pool = await openPool(url);
  return {
    pool,
    url,
    async drop() {
      await pool.endWithin(END_WITHIN_MS);
      await withClient(server, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** Resets a database. False if it has other connections, another schema, or many rows, whose remains slow down the next file. */
async function isClean({ pool }: TestDatabase): Promise<boolean> {
  try {
    const { rows } = await pool.query(
      `select exists (select from test_kit.schema_changes) or pg_database_size(current_database()) > 64 * 1024 * 1024
         or (select count(*) from pg_stat_activity where datname = current_database() and backend_type = 'client backend') > $1 as unfit`,
      [pool.totalCount],
    );
    if (rows[0].unfit) return false;
    await pool.query('select test_kit.reset()');
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
    for (const client of clients) {
      await client.query('reset all; unlisten *; select pg_advisory_unlock_all()');
      client.release();
    }
    return true;
  } catch {
    return false;
  }
}

/** Opens a connection without the site's limit for statements, which a busy machine can exceed. Closes it after the file. */
export async function patientPool(url: string): Promise<pg.Pool> {
  const pool = await openPool(url, { max: 1, statementTimeoutMs: 60_000 });
  afterFile(() => pool.end());
  return pool;
}
