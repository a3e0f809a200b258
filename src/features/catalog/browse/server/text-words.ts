import { LRUCache } from 'lru-cache';

const CACHE_SIZE = 5_000;
const CACHE_MS = 5 * 60_000;

/** Returns those words that occur in the texts of at least one public listing. */
type FindWords = (words: string[]) => Promise<string[]>;

/**
 * Looks up which words occur in the texts of public listings. A word that does is cached for five minutes. One that
 * does not is looked up each time, because the next car may have it.
 */
export class TextWords {
  readonly #find: FindWords;
  readonly #cache = new LRUCache<string, true>({ max: CACHE_SIZE, ttl: CACHE_MS });

  constructor(find: FindWords) {
    this.#find = find;
  }

  async known(words: string[]): Promise<ReadonlySet<string>> {
    const uncached = words.filter((word) => !this.#cache.has(word));
    const found = uncached.length > 0 ? await this.#find(uncached) : [];
    for (const word of found) this.#cache.set(word, true);
    return new Set([...words.filter((word) => !uncached.includes(word)), ...found]);
  }
}
