import type pg from 'pg';
import { SEALED_EVENTS, SEALED_LEDGER } from '#features/payments/ledger/server/sealed-ledger-store.ts';
import { SEALED_AUDIT } from '#features/people/audit/server/audit-store.ts';
import { SEALED_DOCUMENTS } from '#features/site/issued-documents/server/document-store.ts';
import { workInTurn } from '#lib/server/jobs/job-runs.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';
import { sealLog } from '#lib/server/seals/seal-log.ts';
import type { SealedLog } from '#lib/server/seals/seal-store.ts';

/** Maximum seal lag. */
const INTERVAL_MS = 60_000;

export const SEALED_LOGS: SealedLog[] = [SEALED_AUDIT, SEALED_LEDGER, SEALED_EVENTS, SEALED_DOCUMENTS];

const rethrow = (error: unknown) => {
  throw error;
};

/** Seals the new rows of each log. A log that fails does not stop the others if `onError` returns. */
export async function sealAll(
  pool: pg.Pool,
  timeoutMs?: number,
  onError: (error: unknown) => void = rethrow,
): Promise<void> {
  await workInTurn(SEALED_LOGS, {
    pool,
    queue: 'seals',
    itemOf: ({ chain }) => chain,
    work: (log) => sealLog(pool, log, timeoutMs),
    onError,
  });
}

/** Seals new rows every minute. Returns a function that stops the job. */
export function startSealing(pool: pg.Pool, onError: (error: unknown) => void): () => Promise<void> {
  return repeat(INTERVAL_MS, (run) => sealAll(pool, undefined, run.onError), onError, 'seals');
}
