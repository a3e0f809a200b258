import type pg from 'pg';
import { foldCounts } from '#features/listings/server/listing-count-store.server.ts';

const EVERY_MS = 2_000;

/** Folds waiting changes of the stock into its counters, again and again; returns how to stop. Several processes may do so. */
export function keepCountsFolded(pool: pg.Pool): () => Promise<void> {
  let folding: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    folding = folding.then(() => foldCounts(pool)).catch(() => {});
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await folding;
  };
}
