import type pg from 'pg';
import { purgeExpired } from '#features/accounts/server/purge-expired.ts';
import { purgeUnconfirmed } from '#features/newsletter/server/subscribe.ts';
import { purgeOldMessages } from '#features/payments/server/payment-store.ts';
import { purgeIdempotencyKeys } from '#lib/server/http/idempotency.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';

const INTERVAL_MS = 60 * 60 * 1_000;

/** Deletes expired data now and every hour. Returns a function that stops the job. */
export function startCleanup(
  pool: pg.Pool,
  sweepFiles: () => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const cleanUp = () =>
    Promise.all([
      purgeExpired(pool),
      purgeUnconfirmed(pool),
      purgeOldMessages(pool),
      purgeIdempotencyKeys(pool),
      sweepFiles(),
    ]);
  const first = cleanUp().catch(onError);
  const stop = repeat(INTERVAL_MS, cleanUp, onError);
  return async () => {
    await first;
    await stop();
  };
}
