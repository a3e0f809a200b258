import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../app-error.ts';
import { networksOf } from './client-network.ts';

const MAX_CLIENTS = 100_000;
const MINUTE_MS = 60_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that a program sent with the request; null without one. */
    apiKey: { userId: number } | null;
  }
}

type Bucket = { left: number; at: number };
type ChargedBucket = { network: string; perMinute: number; left: number };

/**
 * Limits what one client may read in a minute, so that walking through ids or searching without end does not occupy this
 * process. Counted in memory, because a row in the database would cost more than most reads. The budget refills evenly.
 */
export class ReadBudget {
  readonly #perMinute: number;
  readonly #perMinuteOfKeys: number;
  readonly #now: () => number;
  readonly #buckets: LRUCache<string, Bucket>;

  /**
   * @param perMinuteOfKeys what the API keys of a user may spend together
   * @param maxClients how many are remembered; the cache reserves memory for all of them.
   */
  constructor(
    perMinute: number,
    now: () => number = () => performance.now(),
    maxClients = MAX_CLIENTS,
    perMinuteOfKeys = perMinute,
  ) {
    this.#perMinute = perMinute;
    this.#perMinuteOfKeys = perMinuteOfKeys;
    this.#now = now;
    this.#buckets = new LRUCache({ max: maxClients });
  }

  /** Charges the owner of a request's key, or without one its client. Throws `too_many` as `spend` does. */
  spendFor({ ip, apiKey }: Pick<FastifyRequest, 'ip' | 'apiKey'>, cost: number): void {
    if (apiKey) {
      const owner = `keys of user ${apiKey.userId}`;
      this.#charge(owner, [this.#bucketOf(owner, this.#perMinuteOfKeys)], cost);
    } else {
      this.spend(ip, cost);
    }
  }

  /** Charges a client in each of its networks. Throws `too_many`, and charges nothing, if one of them has too little left. */
  spend(ip: string, cost: number): void {
    const buckets = networksOf(ip).map(({ network, share }) => this.#bucketOf(network, share * this.#perMinute));
    this.#charge(ip, buckets, cost);
  }

  #charge(client: string, buckets: ChargedBucket[], cost: number): void {
    const waits = buckets.map(({ left, perMinute }) => ((cost - left) / perMinute) * (MINUTE_MS / 1_000));
    const retryAfter = Math.ceil(Math.max(...waits));
    if (retryAfter > 0) throw new AppError('too_many', `reads of ${client}`, { retryAfter });
    for (const { network, left } of buckets) this.#buckets.set(network, { left: left - cost, at: this.#now() });
  }

  #bucketOf(network: string, perMinute: number): ChargedBucket {
    const { left, at } = this.#buckets.get(network) ?? { left: perMinute, at: this.#now() };
    const refilled = left + ((this.#now() - at) / MINUTE_MS) * perMinute;
    return { network, perMinute, left: Math.min(perMinute, refilled) };
  }
}
