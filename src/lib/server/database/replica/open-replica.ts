import type pg from 'pg';
import { ConfigError } from '#lib/config-error.ts';
import { createPool, type PoolOptions, placeOf, reasonOf } from '#lib/server/database/postgres.ts';
import { checkServer, lacksStartupSettings } from '../check-server.ts';
import type { GuardedPool } from '../guarded-pool.ts';
import { watchDatabase } from '../watch-database.ts';
import { type Replica, watchReplica } from './watch-replica.ts';

const MAX_END_MS = 2_000;

type Needs = { url: string; primary: pg.Pool; max: number; report: (line: string) => void };

/**
 * Opens the pool of a replica and watches it. An unreachable replica is only reported: the site can do without. Throws `ConfigError` if
 * the server is another database, is too old, or is behind a pooler that drops settings.
 */
export async function openReplica(needs: Needs, settings: PoolOptions['settings'] = 'sent'): Promise<Replica> {
  const { url, primary, max, report } = needs;
  const pool = createPool(url, { max, settings });
  try {
    await checkReplica(pool, primary);
  } catch (error) {
    if (error instanceof ConfigError) {
      await pool.end();
      throw error;
    }
    if (lacksStartupSettings(error) && settings === 'sent') {
      await pool.end();
      return openReplica(needs, 'of the role');
    }
    report(`Warning: the replica at ${placeOf(url)} cannot be used: ${reasonOf(error)}. Its reads go to the primary.`);
  }
  const stopWatching = watchDatabase(pool);
  const watch = watchReplica(primary, pool, report);
  return {
    ...watch,
    pool,
    async stop() {
      await Promise.all([stopWatching(), watch.stop()]);
      await pool.endWithin(MAX_END_MS);
    },
  };
}

async function checkReplica(pool: GuardedPool, primary: pg.Pool): Promise<void> {
  await checkServer(pool);
  const identity = async (db: pg.Pool) =>
    (
      await db.query<{ identity: string }>(
        "select system_identifier::text || ' ' || current_database() as identity from pg_control_system()",
      )
    ).rows[0]?.identity;
  if ((await identity(pool)) !== (await identity(primary)))
    throw new ConfigError('DATABASE_READ_URL is not a replica of DATABASE_URL. Set it to one, or remove it.');
}
