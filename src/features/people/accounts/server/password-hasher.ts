import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '#lib/app-error.ts';

/** OWASP's parameters for Argon2id: 19 MiB, two passes, one lane. Takes about 25 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const COST_PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;
const MAX_QUEUED = 40;

/**
 * Hashes passwords with Argon2id, one at a time. When the queue is full, calls throw `overloaded`, so a flood of logins
 * cannot occupy the whole process. Passwords are normalized to NFKC, because keyboards compose characters differently.
 */
export class PasswordHasher {
  readonly #queue = pLimit(1);
  readonly #secret: Buffer | undefined;
  #dummy: Promise<string> | undefined;

  /** @param pepper secret mixed into every hash; stored outside the database, so leaked hashes alone are useless. */
  constructor(pepper?: string) {
    this.#secret = pepper === undefined ? undefined : Buffer.from(pepper);
  }

  hash(password: string): Promise<string> {
    return this.#enqueue(() => hash(password.normalize('NFKC'), this.#options()));
  }

  /** Takes as long for an unknown login (`stored` is null) as for a wrong password, so timing reveals nothing. */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const expected = stored ?? (await this.#dummyHash());
    const matches = await this.#enqueue(() => verify(expected, password.normalize('NFKC'), this.#options()));
    return matches && stored !== null;
  }

  /** Returns true if the hash was made with other cost parameters than the current ones. */
  isOutdated(stored: string): boolean {
    return !stored.startsWith(COST_PREFIX);
  }

  #dummyHash(): Promise<string> {
    this.#dummy ??= hash('nobody', this.#options());
    return this.#dummy;
  }

  #options() {
    return { ...COST, ...(this.#secret && { secret: this.#secret }) };
  }

  #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#queue.pendingCount >= MAX_QUEUED) {
      throw new AppError('overloaded', 'too many passwords to check', { retryAfter: 3 });
    }
    return this.#queue(work);
  }
}
