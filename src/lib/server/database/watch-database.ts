import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { breakConnection, type GuardedPool } from './guarded-pool.ts';

type Options = {
  everyMs?: number;
  /** A database that answers neither an open nor a new connection for this long each is away. */
  timeoutMs?: number;
  onChange?: (isAway: boolean) => void;
};

const TOO_MANY_CONNECTIONS = '53300';

/**
 * Asks the database on a connection of its own, and closes the pool off while there is no answer. The defaults find a frozen
 * database within 3.5 s, so that requests that were waiting for it are answered within 5 s. A slow query alone never counts.
 */
export function watchDatabase(
  pool: GuardedPool,
  { everyMs = 500, timeoutMs = 1_500, onChange = () => {} }: Options = {},
): () => Promise<void> {
  const stopping = new AbortController();
  let client: pg.Client | null = null;

  const drop = () => {
    if (client) breakConnection(client);
    client = null;
  };
  const ask = async (): Promise<boolean> => {
    if (!client) {
      client = new pg.Client({ ...pool.options, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
      client.on('error', () => {});
      await client.connect();
    }
    await client.query('select 1');
    return true;
  };
  const askSafely = () =>
    ask().catch((error: { code?: string }) => {
      drop();
      return error.code === TOO_MANY_CONNECTIONS;
    });

  async function watch(): Promise<void> {
    let wasAway = false;
    while (!stopping.signal.aborted) {
      const answers = (await askSafely()) || (await askSafely());
      if (stopping.signal.aborted) break;
      if (answers) pool.reopen();
      else pool.closeOff();
      if (wasAway === answers) onChange(!answers);
      wasAway = !answers;
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
    drop();
  }

  const watching = watch();
  return async () => {
    stopping.abort();
    drop();
    await watching;
  };
}
