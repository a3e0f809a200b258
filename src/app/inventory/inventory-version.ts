import type pg from 'pg';
import type { DataVersion } from '#lib/server/http/cache/versioned-cache.ts';

/** Interval between lookups while the database does not respond. */
const RETRY_MS = 500;
/** A database under load must not delay cached responses for longer. */
const MAX_WAIT_MS = 250;

const waited = () => new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS).unref());

export type InventoryVersion = DataVersion & {
  /** Looks up the version and resolves afterwards. */
  look(): Promise<void>;
  /** Makes the next reader look again. Call it after a change that this process made. */
  expire(): void;
  /** How many changes this process made. */
  changedHere(): number;
  /** When a new version was last found, by `performance.now()`. Data read before then may be older than the version. */
  changedAt(): number;
  /** Milliseconds since the start of the last successful look. */
  ageMs(): number;
};

type Options = {
  /** How old the last look may be for a reader who does not wait. */
  maxAgeMs: number;
  /** Brings the data in this process up to date, and returns how many cars and versions of rules changed. */
  catchUp?: () => Promise<number>;
};

/**
 * The version of the inventory. Triggers increment it with every change of a listing or a reservation, by any process.
 * It is looked up at most once per `maxAgeMs`, for all requests together, and after each change that this process made.
 */
export function inventoryVersion(
  pool: Pick<pg.Pool, 'query'>,
  { maxAgeMs, catchUp = async () => 0 }: Options,
): InventoryVersion {
  let known = 0;
  /** The highest version read so far. Null after a failed read: the next database may be a replica with a lower version. */
  let read: number | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let seenAt = Number.NEGATIVE_INFINITY;
  let changedAt = Number.NEGATIVE_INFINITY;
  let mayBeOld = maxAgeMs;
  let looking: Promise<void> | null = null;
  /** A lookup that began before a change says nothing about it. */
  let changes = 0;

  async function lookOnce(): Promise<void> {
    const startedAt = performance.now();
    const changesBefore = changes;
    try {
      const { rows } = await pool.query<{ version: number }>({
        name: 'stock-version',
        text: 'select last_value as version from stock_version',
      });
      const found = rows[0]?.version ?? 0;
      // The version in the database advances before its transaction commits, so a car that changes later counts again.
      if ((await catchUp()) > 0 || read === null || found > read) {
        known += 1;
        changedAt = performance.now();
      }
      read = Math.max(found, read ?? 0);
      mayBeOld = maxAgeMs;
      seenAt = startedAt;
    } catch {
      known += 1;
      read = null;
      changedAt = performance.now();
      mayBeOld = RETRY_MS;
    }
    if (changes !== changesBefore) return;
    lookedAt = startedAt;
    looking = null;
  }

  const look = () => {
    looking ??= lookOnce();
    return looking;
  };

  return {
    look,
    current: () => known,
    changedHere: () => changes,
    changedAt: () => changedAt,
    ageMs: () => (Number.isFinite(seenAt) ? Math.max(0, Math.round(performance.now() - seenAt)) : 0),
    refresh() {
      if (performance.now() - lookedAt <= mayBeOld) return null;
      return Promise.race([look(), waited()]);
    },
    expire() {
      changes += 1;
      lookedAt = Number.NEGATIVE_INFINITY;
      looking = null;
    },
  };
}
