import { withTransaction } from '#lib/server/database/pool.ts';
import type { OrderDeps } from '../order-deps.ts';
import { takeHoldToRemind } from './hold-store.ts';
import { mailHold } from './transfer-mails.ts';

const HOURS_BEFORE = 24;
const MAX_PER_ROUND = 50;

/** Reminds buyers a day before their holds end, once each: the mark and the email commit together. */
export async function remindHolds(deps: OrderDeps): Promise<void> {
  const { pool, clock } = deps.payments;
  for (let count = 0; count < MAX_PER_ROUND; count++) {
    const found = await withTransaction(pool, async (db) => {
      const orderId = await takeHoldToRemind(db, clock.now(), HOURS_BEFORE);
      if (orderId !== null) await mailHold(db, deps, orderId, 'ending');
      return orderId !== null;
    });
    if (!found) return;
  }
}
