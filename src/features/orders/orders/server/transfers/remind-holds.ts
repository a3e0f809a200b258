import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Run } from '#lib/server/jobs/job-runs.ts';
import { workInTurn } from '#lib/server/jobs/leases.ts';
import type { OrderDeps } from '../order-deps.ts';
import { holdsToRemind, markReminded } from './hold-store.ts';
import { mailHold } from './transfer-mails.ts';

const HOURS_BEFORE = 24;

type IsArriving = (db: Queryable, orderId: number) => Promise<boolean>;

/**
 * Reminds buyers a day before their holds end, once each: the mark and the email commit together. Not those whose transfer
 * `isArriving`.
 */
export async function remindHolds(
  deps: OrderDeps,
  isArriving: IsArriving,
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  const { pool, clock } = deps.payments;
  await workInTurn(await holdsToRemind(pool, clock.now(), HOURS_BEFORE), {
    pool,
    queue: 'hold reminders',
    work: (orderId) =>
      withTransaction(pool, async (db) => {
        if (await isArriving(db, orderId)) return;
        if (await markReminded(db, orderId, clock.now())) await mailHold(db, deps, orderId, 'ending');
      }),
    onError,
    run,
  });
}
