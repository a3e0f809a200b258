import type { Queryable } from '#lib/server/database/statement.ts';
import { afterPublication, PublishedBook } from './published-book.ts';
import { latestVersion, rowsBetween } from './rule-row-store.ts';

const LOOK_EVERY_MS = 1_000;

/** The published rows in the memory of this process. */
export class RuleBookCache {
  readonly #db: Queryable;
  #book = new PublishedBook(0, new Map());
  /** A look that began before a publication says nothing about it. */
  #publications = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<number> | null = null;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Returns the book as of the last look, and looks first if none was made for a second. */
  async book(): Promise<PublishedBook> {
    await this.refresh();
    return this.#book;
  }

  /** Returns the newest book, for a decision that must not rest on rules of a second ago. */
  newest(): Promise<PublishedBook> {
    this.expire();
    return this.book();
  }

  current(): PublishedBook {
    return this.#book;
  }

  /**
   * Looks for a new version, at most once per second and after `expire`. Returns how many versions were found. If the
   * database does not answer, the last book stays.
   */
  refresh(): Promise<number> {
    if (performance.now() - this.#lookedAt < LOOK_EVERY_MS) return Promise.resolve(0);
    if (!this.#looking) {
      const looking = this.#look().finally(() => {
        if (this.#looking === looking) this.#looking = null;
      });
      this.#looking = looking;
    }
    return this.#looking;
  }

  /** Makes the next reader look again. Call it after a publication by this process. */
  expire(): void {
    this.#publications += 1;
    this.#lookedAt = Number.NEGATIVE_INFINITY;
    this.#looking = null;
  }

  async #look(): Promise<number> {
    const startedAt = performance.now();
    const publications = this.#publications;
    const found = await this.#update().catch((error: unknown) => {
      if (this.#book.version === 0) throw error;
      return 0;
    });
    if (publications === this.#publications) this.#lookedAt = startedAt;
    return found;
  }

  async #update(): Promise<number> {
    const known = this.#book;
    const latest = await latestVersion(this.#db);
    if (latest <= known.version) return 0;
    const published = await rowsBetween(this.#db, known.version, latest);
    // Another look may have been faster.
    if (this.#book === known) this.#book = new PublishedBook(latest, afterPublication(known.rows, published));
    return latest - known.version;
  }
}
