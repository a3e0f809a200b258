import { repeatNow } from '#lib/server/jobs/repeat.ts';
import { type RateDeps, takeRates } from './take-rates.ts';

/** How often a process looks whether a fetch is due. */
const LOOK_EVERY_MS = 10 * 60_000;

/** Fetches exchange rates now and every day. Returns a function that stops the job. */
export function startRates(deps: RateDeps, onError: (error: unknown) => void): () => Promise<void> {
  return repeatNow(LOOK_EVERY_MS, () => takeRates(deps), onError, 'exchange rates');
}
