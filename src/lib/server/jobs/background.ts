import { AppError } from '#lib/app-error.ts';

/** A task holds at most one photo in memory, and mostly waits for a thread or a connection. */
const MAX_RUNNING = 100;
const RETRY_AFTER_S = 5;

/** While too much is running, `optional` work is skipped, and a request for `needed` work is refused. */
type Need = 'optional' | 'needed';
export type InBackground = (work: () => Promise<void>, need: Need) => void;

/**
 * Runs work after the response, so that response times do not reveal it. Whether there is room for it does not depend on what it
 * would do. `settled` waits for all of it.
 */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #onError: (error: unknown) => void;
  #isFull = false;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  run(work: () => Promise<void>, need: Need): void {
    if (this.#running.size >= MAX_RUNNING) {
      this.#refuse(need);
      return;
    }
    if (this.#running.size < MAX_RUNNING / 2) this.#isFull = false;
    const running = work()
      .catch(this.#onError)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Reports the first of several in a row. */
  #refuse(need: Need): void {
    const error = new AppError('overloaded', 'too much work in the background', { retryAfter: RETRY_AFTER_S });
    if (!this.#isFull) this.#onError(error);
    this.#isFull = true;
    if (need === 'needed') throw error;
  }
}
