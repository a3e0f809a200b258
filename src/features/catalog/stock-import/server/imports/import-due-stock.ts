import type pg from 'pg';
import type { Clock } from '#lib/clock.ts';
import { type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { claimImport, endImport, findImport, IMPORT_QUEUE, releaseImport } from './import-record-store.ts';
import type { ImportThreads } from './import-threads.ts';

export type StockImportDeps = { pool: pg.Pool; clock: Clock; threads: Pick<ImportThreads, 'read' | 'run'> };

/** Imports what waits, and continues what another process has not finished. */
export async function importDueStock(
  deps: StockImportDeps,
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  const { pool } = deps;
  while (!run?.stopping.aborted) {
    const claimed = await claimImport(pool);
    if (!claimed) break;
    await workInTurn([claimed], {
      pool,
      queue: IMPORT_QUEUE,
      itemOf: ({ id }) => String(id),
      work: (next) => runClaimed(deps, next),
      handBack: ([left]) => (left ? releaseImport(pool, left.id, left.attempt) : Promise.resolve()),
      onError,
      run,
    });
  }
}

async function runClaimed({ pool, clock, threads }: StockImportDeps, claimed: { id: number; attempt: number }) {
  try {
    const outcome = await threads.run({ ...claimed, now: clock.now() });
    if (outcome === 'stopped') return;
    const record = await findImport(pool, claimed.id);
    if (outcome === 'done') await endImport(pool, claimed, record?.isDryRun ? 'checked' : 'imported');
    else await endImport(pool, claimed, 'failed', outcome.problem);
  } catch (error) {
    await releaseImport(pool, claimed.id, claimed.attempt);
    throw error;
  }
}
