import type pg from 'pg';
import type { Clock } from '#lib/clock.ts';
import { failuresOfItem, type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
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
      work: (next) => runClaimed(deps, next, { onError, run }),
      handBack: ([left]) => (left ? releaseImport(pool, left.id, left.attempt) : Promise.resolve()),
      onError,
      run,
    });
  }
}

/** How often a run may fail in a row. */
const MAX_FAILURES = 5;
const FAILED_OFTEN =
  'The import failed several times because of an error of the site, which is in its log. Cars of earlier rows may already be imported.';

type Watch = { onError(error: unknown): void; run: Run | undefined };

async function runClaimed(
  { pool, clock, threads }: StockImportDeps,
  claimed: { id: number; attempt: number },
  { onError, run }: Watch,
) {
  try {
    const outcome = await threads.run({ ...claimed, now: clock.now() });
    if (outcome === 'stopped') return;
    const record = await findImport(pool, claimed.id);
    if (outcome === 'done') await endImport(pool, claimed, record?.isDryRun ? 'checked' : 'imported');
    else await endImport(pool, claimed, 'failed', outcome.problem);
  } catch (error) {
    const isStopping = run?.stopping.aborted === true;
    const failures = isStopping ? 0 : await failuresOfItem(pool, IMPORT_QUEUE, String(claimed.id));
    if (failures + 1 < MAX_FAILURES) {
      await releaseImport(pool, claimed.id, claimed.attempt);
      throw error;
    }
    onError(error);
    await endImport(pool, claimed, 'failed', FAILED_OFTEN);
  }
}
