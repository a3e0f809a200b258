import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import {
  importDueStock,
  type StockImportDeps,
} from '#features/catalog/stock-import/server/imports/import-due-stock.ts';
import { deleteOldImports } from '#features/catalog/stock-import/server/imports/import-record-store.ts';
import { ImportThreads } from '#features/catalog/stock-import/server/imports/import-threads.ts';
import type { Clock } from '#lib/clock.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';

const IMPORT_EVERY_MS = 2_000;
const DELETE_OLD_EVERY_MS = 60 * 60 * 1_000;

/** Opens the threads that read and import dealers' tables, and starts the worker that imports what waits. */
export function openStockImports(
  app: FastifyInstance,
  { pool, clock, jobs }: { pool: pg.Pool; clock: Clock; jobs: boolean },
): StockImportDeps {
  const threads = new ImportThreads(pool.options.connectionString ?? '');
  const deps = { pool, clock, threads };
  const onError = (error: unknown) => app.log.error({ err: error }, 'importing stock failed');
  const stops: (() => Promise<void>)[] = [];
  app.addHook('onReady', async () => {
    if (!jobs) return;
    stops.push(
      repeat(IMPORT_EVERY_MS, (run) => importDueStock(deps, run.onError, run), onError, 'stock imports'),
      repeat(DELETE_OLD_EVERY_MS, () => deleteOldImports(pool), onError, 'old imports'),
    );
  });
  app.addHook('onClose', async () => {
    // The import of a thread that is ended is released, and another process continues it.
    const stopped = Promise.all(stops.map((stop) => stop()));
    await threads.close();
    await stopped;
  });
  return deps;
}
