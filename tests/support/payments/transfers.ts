import type pg from 'pg';
import { insertHold, newestTerms } from '#features/orders/server/api.ts';
import { quoteForUpdate } from '#features/payments/server/api.ts';
import { systemClock } from '#lib/clock.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { newTransaction } from './paying.ts';

const DAY_MS = 86_400_000;

/** Holds a car for sale for a bank transfer, without the rules of the call. */
export function holdForTransfer(pool: pg.Pool, userId: number, listingId: number) {
  return withTransaction(pool, async (db) => {
    const { quote } = await quoteForUpdate({ clock: systemClock }, db, userId, listingId, null);
    const held = await insertHold(db, {
      userId,
      transactionId: newTransaction(),
      contactEmail: 'amina@buyers.example',
      bodyHash: Buffer.alloc(0),
      quote,
      until: new Date(Date.now() + 3 * DAY_MS),
      terms: await newestTerms(db),
    });
    if (!held) throw new Error('the hold was not made');
    return held;
  });
}
