import { setTimeout as wait } from 'node:timers/promises';
import type { EmbeddedPostgres } from './embedded-postgres.ts';

type Options = {
  report: (line: string) => void;
  everyMs?: number;
  /** A database that does not respond for this long, twice in a row, is frozen. */
  timeoutMs?: number;
  /** A database that is unavailable for longer is lost. */
  lostAfterMs?: number;
};

type Supervision = {
  /** Whether restarting the database did not succeed in time. Supervision continues anyway. */
  isLost(): boolean;
  stop(): Promise<void>;
};

/** Restarts the embedded database when it has ended or is frozen, until `stop`. */
export function supervise(
  database: Pick<EmbeddedPostgres, 'probe' | 'restart'>,
  { report, everyMs = 1_000, timeoutMs = 2_000, lostAfterMs = 60_000 }: Options,
): Supervision {
  const stopping = new AbortController();
  const pause = () => wait(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
  let downSince: number | null = null;
  /** What was reported since the database was last available. */
  const reported = new Set<string>();
  const reportOnce = (line: string) => {
    if (!reported.has(line)) report(line);
    reported.add(line);
  };

  async function isDead(): Promise<boolean> {
    const began = performance.now();
    const first = await database.probe(timeoutMs);
    const result = first === 'silent' ? await database.probe(timeoutMs) : first;
    if (result === 'ready') {
      if (downSince !== null) report(`The embedded database is available again after ${secondsSince(downSince)} s.`);
      downSince = null;
      reported.clear();
    } else downSince ??= began;
    return result === 'down' || result === 'silent';
  }

  async function restart(): Promise<void> {
    try {
      await database.restart(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted)
        reportOnce(`The embedded database cannot be restarted: ${(error as Error).message}`);
    }
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      if ((await isDead()) && !stopping.signal.aborted) {
        reportOnce('The embedded database does not respond. It is restarted.');
        await restart();
        await isDead();
      }
      await pause();
    }
  }

  const watching = watch();
  return {
    isLost: () => downSince !== null && performance.now() - downSince > lostAfterMs,
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

const secondsSince = (began: number) => ((performance.now() - began) / 1_000).toFixed(1);
