import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '#lib/server/config/config.ts';
import { runningBelow, startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openOwnerPool, openPool, type PoolOptions } from '#lib/server/database/postgres.ts';

type OpenDatabase = { pool: pg.Pool; close(): Promise<void> };

/**
 * Connects a command to the site's database as the owner of the tables: to the external database, to the embedded one
 * of a running site, or to an embedded one started for the duration of the command.
 */
export async function openDatabase(config: Config, options?: PoolOptions): Promise<OpenDatabase> {
  const folder = join(config.dataDir, 'postgres');
  const url = config.databaseOwnerUrl ?? config.databaseUrl ?? runningBelow(folder)?.url;
  if (url) {
    const pool = await openOwnerPool(url, options);
    return { pool, close: () => pool.end() };
  }
  const database = await startEmbeddedPostgres(folder);
  const pool = await openPool(database.url, options);
  return {
    pool,
    async close() {
      await pool.end();
      await database.stop();
    },
  };
}
