import { LRUCache } from 'lru-cache';
import { wordsInTexts } from '#features/listings/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';

const REMEMBERED = 5_000;
const REMEMBERED_FOR_MS = 5 * 60_000;

/**
 * Looks up which words occur in the texts of public listings. Cached for five minutes, because it only affects how a
 * search is read.
 */
export class TextWords {
  readonly #db: Queryable;
  readonly #known = new LRUCache<string, boolean>({ max: REMEMBERED, ttl: REMEMBERED_FOR_MS });

  constructor(db: Queryable) {
    this.#db = db;
  }

  async known(words: string[]): Promise<ReadonlySet<string>> {
    const unasked = words.filter((word) => this.#known.get(word) === undefined);
    if (unasked.length > 0) {
      const found = await wordsInTexts(this.#db, unasked);
      for (const word of unasked) this.#known.set(word, found.includes(word));
    }
    return new Set(words.filter((word) => this.#known.get(word)));
  }
}
