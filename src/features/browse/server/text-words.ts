import { LRUCache } from 'lru-cache';

const CACHE_SIZE = 5_000;
const CACHE_MS = 5 * 60_000;

/** Returns those words that occur in the texts of at least one public listing. */
type FindWords = (words: string[]) => Promise<string[]>;

/**
 * Looks up which words occur in the texts of public listings. Cached for five minutes, because it only affects how a
 * search is read.
 */
export class TextWords {
  readonly #find: FindWords;
  readonly #cache = new LRUCache<string, boolean>({ max: CACHE_SIZE, ttl: CACHE_MS });

  constructor(find: FindWords) {
    this.#find = find;
  }

  async known(words: string[]): Promise<ReadonlySet<string>> {
    const uncached = words.filter((word) => this.#cache.get(word) === undefined);
    if (uncached.length > 0) {
      const found = await this.#find(uncached);
      for (const word of uncached) this.#cache.set(word, found.includes(word));
    }
    return new Set(words.filter((word) => this.#cache.get(word)));
  }
}
