import { LRUCache } from 'lru-cache';
import { wordsInTexts } from '#features/listings/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';

const CACHE_SIZE = 5_000;
const CACHE_MS = 5 * 60_000;

/**
 * Looks up which words occur in the texts of public listings. Cached for five minutes, because it only affects how a
 * search is read.
 */
export class TextWords {
  readonly #db: Queryable;
  readonly #cache = new LRUCache<string, boolean>({ max: CACHE_SIZE, ttl: CACHE_MS });

  constructor(db: Queryable) {
    this.#db = db;
  }

  async known(words: string[]): Promise<ReadonlySet<string>> {
    const uncached = words.filter((word) => this.#cache.get(word) === undefined);
    if (uncached.length > 0) {
      const found = await wordsInTexts(this.#db, uncached);
      for (const word of uncached) this.#cache.set(word, found.includes(word));
    }
    return new Set(words.filter((word) => this.#cache.get(word)));
  }
}
