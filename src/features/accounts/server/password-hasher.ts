import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '#lib/app-error.ts';

/** Argon2id (the library's default) with OWASP's figures: 19 MiB, two passes, one lane. About 25 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const COST_PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;
const MAX_QUEUED = 40;

/**
 * Argon2id, one password at a time and a short queue: a flood of logins fills the queue and is told to come back, while the rest
 * of the process goes on. Passwords are compared after NFKC, so the same words typed on another keyboard are the same password.
 */
export class PasswordHasher {
  readonly #queue = pLimit(1);
  readonly #secret: Buffer | undefined;
  #nobodys: Promise<string> | undefined;

  /** @param pepper mixed into every hash and kept outside the database; without it the hashes open nothing. */
  constructor(pepper?: string) {
    this.#secret = pepper === undefined ? undefined : Buffer.from(pepper);
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password.normalize('NFKC'), this.#options()));
  }

  /** Whether a password is the one behind a stored hash. Without a stored hash (nobody has that login) it takes as long. */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const against = stored ?? (await this.#hashOfNobody());
    const same = await this.#inTurn(() => verify(against, password.normalize('NFKC'), this.#options()));
    return same && stored !== null;
  }

  /** Whether a stored hash was made at another cost than today's. */
  isOutdated(stored: string): boolean {
    return !stored.startsWith(COST_PREFIX);
  }

  #hashOfNobody(): Promise<string> {
    this.#nobodys ??= hash('nobody', this.#options());
    return this.#nobodys;
  }

  #options() {
    return { ...COST, ...(this.#secret && { secret: this.#secret }) };
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#queue.pendingCount >= MAX_QUEUED) {
      throw new AppError('overloaded', 'too many passwords to check', { retryAfter: 3 });
    }
    return this.#queue(work);
  }
}
