import { LRUCache } from 'lru-cache';

/** Tells the version of the data that cached answers were made from; a new version makes them worthless. */
export type DataVersion = { current(): number };

type Entry<Answer> = { answer: Answer; version: number };
type CacheOptions<Answer> = { maxBytes: number; maxAgeMs: number; sizeOf: (answer: Answer) => number };

/**
 * Finished answers, kept while the data behind them is unchanged and never longer than `maxAgeMs`.
 * One per process, bounded in bytes; it saves work and decides nothing.
 */
export class VersionedCache<Answer> {
  readonly #version: DataVersion;
  readonly #entries: LRUCache<string, Entry<Answer>>;

  constructor(version: DataVersion, { maxBytes, maxAgeMs, sizeOf }: CacheOptions<Answer>) {
    this.#version = version;
    this.#entries = new LRUCache<string, Entry<Answer>>({
      maxSize: maxBytes,
      sizeCalculation: ({ answer }, key) => sizeOf(answer) + key.length + 64,
      ttl: maxAgeMs,
    });
  }

  /** The version to hand to `set`: taken before the data is read, so that a change in between is not lost. */
  version(): number {
    return this.#version.current();
  }

  get(key: string): Answer | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.version === this.#version.current() ? entry.answer : undefined;
  }

  set(key: string, answer: Answer, version: number): void {
    this.#entries.set(key, { answer, version });
  }
}
