import { repeat } from '#lib/server/jobs/repeat.ts';
import { type RateDeps, takeRates } from './take-rates.ts';

/** How often a process looks whether a fetch is due. */
const LOOK_EVERY_MS = 10 * 60_000;

/** Fetches exchange rates now and every day. Returns a function that stops the job. */
export function startRates(deps: RateDeps, onError: (error: unknown) => void): () => Promise<void> {
  const first = takeRates(deps).catch(onError);
  const stop = repeat(LOOK_EVERY_MS, () => takeRates(deps), onError);
  return async () => {
    await first;
    await stop();
  };
}
