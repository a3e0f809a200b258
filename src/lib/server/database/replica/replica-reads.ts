import type pg from 'pg';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { MAX_LAG_MS, type Replica } from './watch-replica.ts';

const QUERY_CANCELED = '57014';
const READ_TIMEOUT = 'Query read timeout';

/** How many reads each side has answered. `retried`: the replica failed, and the primary answered. */
export type ReadCounts = Record<'replica' | 'primary' | 'retried', number>;

type Sides = {
  primary: Queryable;
  replica: Queryable;
  state: Pick<Replica, 'freshAt'>;
  /** Whether the running request must see everything that was committed before. */
  needsPrimary(): boolean;
  /** The data that the replica must have at least, in milliseconds of `performance.now()`. */
  notBefore(): number;
  counts: ReadCounts;
};

/** Sends reads to a replica that is up to date, and to the primary otherwise. */
export function replicaReads({ primary, replica, state, needsPrimary, notBefore, counts }: Sides): Queryable {
  const isUsable = () => {
    const freshAt = state.freshAt();
    return performance.now() - freshAt <= MAX_LAG_MS && freshAt >= notBefore() && !needsPrimary();
  };
  const query = async (config: pg.QueryConfig) => {
    if (!isUsable()) {
      counts.primary += 1;
      return primary.query(config);
    }
    try {
      const result = await replica.query(config);
      counts.replica += 1;
      return result;
    } catch (error) {
      // A slow read would be as slow on the primary, which has more to do.
      if (isTimeout(error as { code?: string; message?: string })) throw error;
      counts.retried += 1;
      return primary.query(config);
    }
  };
  return { query: query as Queryable['query'] };
}

const isTimeout = ({ code, message }: { code?: string; message?: string }) =>
  code === QUERY_CANCELED || message === READ_TIMEOUT;
