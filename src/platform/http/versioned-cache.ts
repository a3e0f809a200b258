import { LRUCache } from 'lru-cache';

/** Tells the version of the data that cached answers were made from; a new version makes them worthless. */
export type DataVersion = { current(): number };

type Entry = { text: string; version: number };

/**
 * Finished answers, kept while the data behind them is unchanged and never longer than `maxAgeMs`.
 * One per process, bounded in bytes; it saves work and decides nothing.
 */
export class VersionedCache {
  readonly #version: DataVersion;
  readonly #entries: LRUCache<string, Entry>;

  constructor(version: DataVersion, options: { maxBytes: number; maxAgeMs: number }) {
    this.#version = version;
    this.#entries = new LRUCache<string, Entry>({
      maxSize: options.maxBytes,
      sizeCalculation: (entry, key) => entry.text.length + key.length + 64,
      ttl: options.maxAgeMs,
    });
  }

  /** The version to hand to `set`: taken before the data is read, so that a change in between is not lost. */
  version(): number {
    return this.#version.current();
  }

  get(key: string): string | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.version === this.#version.current() ? entry.text : undefined;
  }

  set(key: string, text: string, version: number): void {
    this.#entries.set(key, { text, version });
  }
}
