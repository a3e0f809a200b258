import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#lib/config-error.ts';
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres.ts';
import type { RestoreTarget } from './choose-base.ts';

const ENDED_EARLY = /recovery ended before configured recovery target was reached/;
const TOO_EARLY = /before consistent recovery point/;
const LAST_COMMIT = /last completed transaction was at log time (.+)/;

/**
 * Lets PostgreSQL replay the WAL in the restored folder up to a time, and stops it again on a new timeline. Returns the time of the
 * last commit, as PostgreSQL's log has it; null if there was none.
 */
export async function replay(folder: string, target: RestoreTarget): Promise<string | null> {
  writeFileSync(join(folder, 'data', 'recovery.signal'), '', { mode: 0o600 });
  const settings = {
    // No command is needed: all WAL is in pg_wal already.
    restore_command: 'false',
    // Connections wait until the recovery has ended.
    hot_standby: 'off',
    recovery_target_action: 'promote',
    ...(target !== 'latest' && { recovery_target_time: timeText(target) }),
  };
  try {
    const database = await startEmbeddedPostgres(folder, settings);
    await database.stop();
  } catch (error) {
    const log = logOf(folder);
    // The archive covers the time, and nothing was committed between the last archived commit and it.
    if (target !== 'latest' && ENDED_EARLY.test(log)) return replay(folder, 'latest');
    if (TOO_EARLY.test(log))
      throw new ConfigError('That time is before the end of the chosen base. Choose a later time.', error);
    throw error;
  }
  return LAST_COMMIT.exec(logOf(folder))?.[1] ?? null;
}

const logOf = (folder: string) => readFileSync(join(folder, 'postgres.log'), 'utf8');

/** PostgreSQL does not know the zone Z yet when it reads this setting. */
const timeText = (at: Date) => at.toISOString().replace('Z', '+00');
