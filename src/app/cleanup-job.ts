import type pg from 'pg';
import { purgeExpired } from '#features/accounts/server/purge-expired.ts';
import { purgeUnconfirmed } from '#features/newsletter/server/subscribe.ts';
import { purgeOldMessages } from '#features/payments/server/payment-store.ts';
import { purgeIdempotencyKeys } from '#lib/server/http/idempotency.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';

const EVERY_MS = 60 * 60 * 1_000;

/** Throws away, at once and every hour, what can never be used again; returns how to stop. */
export function startCleanup(
  pool: pg.Pool,
  sweepFiles: () => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  const tidy = () =>
    Promise.all([
      purgeExpired(pool),
      purgeUnconfirmed(pool),
      purgeOldMessages(pool),
      purgeIdempotencyKeys(pool),
      sweepFiles(),
    ]);
  const first = tidy().catch(failed);
  const stop = repeat(EVERY_MS, tidy, failed);
  return async () => {
    await first;
    await stop();
  };
}
