import type pg from 'pg';
import { SEALED_AUDIT } from '#features/audit/server/audit-store.ts';
import { SEALED_DOCUMENTS } from '#features/documents/server/document-store.ts';
import { SEALED_EVENTS, SEALED_LEDGER } from '#features/ledger/server/sealed-ledger-store.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';
import { sealLog } from '#lib/server/seals/seal-log.ts';
import type { SealedLog } from '#lib/server/seals/seal-store.ts';

/** Maximum seal lag. */
const INTERVAL_MS = 60_000;

export const SEALED_LOGS: SealedLog[] = [SEALED_AUDIT, SEALED_LEDGER, SEALED_EVENTS, SEALED_DOCUMENTS];

export async function sealAll(pool: pg.Pool, timeoutMs?: number): Promise<void> {
  for (const log of SEALED_LOGS) await sealLog(pool, log, timeoutMs);
}

/** Seals new rows every minute. Returns a function that stops the job. */
export function startSealing(pool: pg.Pool, onError: (error: unknown) => void): () => Promise<void> {
  return repeat(INTERVAL_MS, () => sealAll(pool), onError, 'seals');
}
