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
/** Failures until the database is away. */
const MAX_MISSED = 2;
const TICK_MS = 50;

/**
 * Probes the database on a separate connection, and closes the pool off while there is no answer. The defaults detect a frozen
 * database within 3.5 s, so waiting requests are answered within 5 s. A slow query alone never counts, nor does a
 * timeout while this process was too busy to read the answer.
 */
export function watchDatabase(
  pool: GuardedPool,
  { everyMs = 500, timeoutMs = 1_500, onChange = () => {} }: Options = {},
): () => Promise<void> {
  const stopping = new AbortController();
  let client: pg.Client | null = null;
  const loop = watchLoop();

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
  /** Null if the process was too busy to know. */
  const askSafely = async (): Promise<boolean | null> => {
    loop.longestPause();
    try {
      return await ask();
    } catch (error) {
      drop();
      const { code } = error as { code?: string };
      if (code === TOO_MANY_CONNECTIONS) return true;
      return code === undefined && loop.longestPause() > timeoutMs / 2 ? null : false;
    }
  };

  async function watch(): Promise<void> {
    let [wasAway, missed] = [false, 0];
    while (!stopping.signal.aborted) {
      const answers = await askSafely();
      if (stopping.signal.aborted) break;
      if (answers) missed = 0;
      else if (answers === false) missed += 1;
      const isAway = missed >= MAX_MISSED;
      if (!answers && !isAway) continue;
      if (isAway) pool.closeOff();
      else pool.reopen();
      if (wasAway !== isAway) onChange(isAway);
      wasAway = isAway;
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
    drop();
  }

  const watching = watch();
  return async () => {
    stopping.abort();
    drop();
    await watching;
    loop.stop();
  };
}

/** Measures for how long the event loop was blocked. Timers that are due then run before answers that have arrived are read. */
function watchLoop() {
  let [last, longest] = [performance.now(), 0];
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const ticking = setInterval(look, TICK_MS);
  return {
    /** Longest pause since the last call, in milliseconds. */
    longestPause(): number {
      look();
      const pause = longest;
      longest = 0;
      return pause;
    },
    stop: () => clearInterval(ticking),
  };
}
