import { LRUCache } from 'lru-cache';
import { AppError } from '../../app-error.ts';
import { networksOf } from './client-network.ts';

const MAX_CLIENTS = 100_000;
const MINUTE_MS = 60_000;

type Bucket = { left: number; at: number };

/**
 * Limits what one client may read in a minute, so that walking through ids or searching without end does not occupy this
 * process. Counted in memory, because a row in the database would cost more than most reads. The budget refills evenly.
 */
export class ReadBudget {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #buckets: LRUCache<string, Bucket>;

  /** @param maxClients how many are remembered; the cache reserves memory for all of them. */
  constructor(perMinute: number, now: () => number = () => performance.now(), maxClients = MAX_CLIENTS) {
    this.#perMinute = perMinute;
    this.#now = now;
    this.#buckets = new LRUCache({ max: maxClients });
  }

  /** Charges a client in each of its networks. Throws `too_many`, and charges nothing, if one of them has too little left. */
  spend(ip: string, cost: number): void {
    const buckets = networksOf(ip).map(({ network, share }) => this.#bucketOf(network, share * this.#perMinute));
    const waits = buckets.map(({ left, perMinute }) => ((cost - left) / perMinute) * (MINUTE_MS / 1_000));
    const retryAfter = Math.ceil(Math.max(...waits));
    if (retryAfter > 0) throw new AppError('too_many', `reads of ${ip}`, { retryAfter });
    for (const { network, left } of buckets) this.#buckets.set(network, { left: left - cost, at: this.#now() });
  }

  #bucketOf(network: string, perMinute: number) {
    const { left, at } = this.#buckets.get(network) ?? { left: perMinute, at: this.#now() };
    const refilled = left + ((this.#now() - at) / MINUTE_MS) * perMinute;
    return { network, perMinute, left: Math.min(perMinute, refilled) };
  }
}
