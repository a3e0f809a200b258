import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '#lib/server/config/config.ts';
import { runningBelow, startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool, type PoolOptions } from '#lib/server/database/pool.ts';

export type OpenDatabase = { pool: pg.Pool; close(): Promise<void> };

/** The database of the site as its owner, for commands beside it: the external one, that of a running site, or one started for the while. */
export async function openDatabase(config: Config, options?: PoolOptions): Promise<OpenDatabase> {
  const folder = join(config.dataDir, 'postgres');
  const known = config.databaseOwnerUrl ?? config.databaseUrl ?? runningBelow(folder)?.url;
  if (known) {
    const pool = await openPool(known, options);
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
