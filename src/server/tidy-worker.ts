import type pg from 'pg';
import { forgetWhatIsOver } from '#features/accounts/server/forget-what-is-over.ts';
import { forgetUnconfirmed } from '#features/content/server/subscribe.ts';
import { forgetRepeatedCalls } from '#platform/http/repeated-calls.ts';

const EVERY_MS = 60 * 60 * 1_000;

/** Throws away, every hour, what can never be used again; returns how to stop. */
export function keepTidy(pool: pg.Pool, sweepFiles: () => Promise<void>): () => Promise<void> {
  let tidying: Promise<unknown> = Promise.resolve();
  const tidy = () => {
    tidying = tidying
      .then(() =>
        Promise.all([forgetWhatIsOver(pool), forgetUnconfirmed(pool), forgetRepeatedCalls(pool), sweepFiles()]),
      )
      .catch(() => {});
  };
  tidy();
  const timer = setInterval(tidy, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await tidying;
  };
}
