import type { Queryable } from '#lib/server/database/postgres.ts';
import { repeat } from '../../jobs/repeat.ts';
import type { GuardedPool } from '../guarded-pool.ts';

/**
 * A replica that is further behind is not used. In one network, replicas are milliseconds behind, so a second means that something is
 * wrong. It must be shorter than the time for which a writer reads from the primary (`own-writes.ts`).
 */
export const MAX_LAG_MS = 1_000;
const LOOK_EVERY_MS = 100;
/** A replica that comes and goes is reported once. */
const STEADY_MS = 10_000;
/** Looks that are kept. A replica that is a minute behind is only measured again once it is nearer. */
const MAX_MARKS = 600;

export type Replica = {
  pool: GuardedPool;
  /** What was committed before this time, in milliseconds of `performance.now()`, is on the replica. */
  freshAt(): number;
  /** Why the replica is not used; null while it is. */
  problem(): string | null;
  stop(): Promise<void>;
};

/** Bytes of WAL that were flushed by a time. */
type Mark = { at: number; bytes: number };
type Answer = { isStandby: boolean; isUtc: boolean; replayed: number | null };

const FLUSHED = "select (pg_current_wal_flush_lsn() - '0/0')::int8 as flushed";
const REPLAYED = `select pg_is_in_recovery() as "isStandby", current_setting('timezone') ~ '^(Etc/)?UTC$' as "isUtc",
  (pg_last_wal_replay_lsn() - '0/0')::int8 as replayed`;

const BEHIND = `it is more than ${MAX_LAG_MS / 1_000} s behind`;

/**
 * Measures how far a replica is behind. Every commit is flushed before it is acknowledged, so a replica that has replayed what was flushed
 * at some time has every commit before it. The clocks of the servers do not matter.
 */
export function watchReplica(
  primary: Queryable,
  replica: GuardedPool,
  report: (line: string) => void,
): Omit<Replica, 'pool'> {
  const marks: Mark[] = [];
  let freshAt = Number.NEGATIVE_INFINITY;
  let found: string | null = null;
  let reported: string | null = null;
  let usedSince = performance.now();

  /** Asks the replica first: it cannot have more than the primary has flushed afterwards, unless they went separate ways. */
  async function look(): Promise<void> {
    try {
      const { isStandby, isUtc, replayed } = (await replica.query<Answer>(REPLAYED)).rows[0]!;
      const at = performance.now();
      const { flushed } = (await primary.query<{ flushed: number }>(FLUSHED)).rows[0]!;
      if (!isStandby) found = 'it is not a standby';
      else if (!isUtc) found = 'a pooler drops its time zone';
      else if (replayed === null || replayed > flushed) found = 'it has changes that the primary does not have';
      else found = null;
      const reached = marks.findLast(({ bytes }) => bytes <= (replayed ?? 0));
      if (found === null && reached) freshAt = reached.at;
      if (found !== null) freshAt = Number.NEGATIVE_INFINITY;
      marks.push({ at, bytes: flushed });
      if (marks.length > MAX_MARKS) marks.shift();
    } catch (error) {
      found = `it or the primary does not respond (${(error as Error).message})`;
    }
    tell();
  }

  const problem = () => (performance.now() - freshAt <= MAX_LAG_MS ? null : (found ?? BEHIND));

  function tell(): void {
    const now = problem();
    if (now !== null) usedSince = Number.POSITIVE_INFINITY;
    else if (usedSince === Number.POSITIVE_INFINITY) usedSince = performance.now();
    if (now !== null && reported === null && marks.length > 1) {
      report(`The replica is not used: ${now}. Its reads go to the primary.`);
      reported = now;
    } else if (reported !== null && performance.now() - usedSince >= STEADY_MS) {
      report('The replica is used again.');
      reported = null;
    }
  }

  const stop = repeat(LOOK_EVERY_MS, look, () => {}, 'replica');
  return { freshAt: () => freshAt, problem, stop };
}
