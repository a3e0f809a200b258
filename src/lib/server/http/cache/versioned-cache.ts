import { LRUCache } from 'lru-cache';

/** Tells the version of the data that cached answers were made from; a new version makes them worthless. */
export type DataVersion = { current(): number };

type Entry<Value> = { value: Value; version: number };
type CacheOptions<Value> = { maxBytes: number; maxAgeMs: number; sizeOf: (value: Value) => number };

/**
 * Finished answers, kept while the data behind them is unchanged and never longer than `maxAgeMs`.
 * One per process, bounded in bytes; it saves work and decides nothing.
 */
export class VersionedCache<Value> {
  readonly #version: DataVersion;
  readonly #entries: LRUCache<string, Entry<Value>>;

  constructor(version: DataVersion, { maxBytes, maxAgeMs, sizeOf }: CacheOptions<Value>) {
    this.#version = version;
    this.#entries = new LRUCache<string, Entry<Value>>({
      maxSize: maxBytes,
      sizeCalculation: ({ value }, key) => sizeOf(value) + key.length + 64,
      ttl: maxAgeMs,
    });
  }

  /** The version to hand to `set`: taken before the data is read, so that a change in between is not lost. */
  version(): number {
    return this.#version.current();
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.version === this.#version.current() ? entry.value : undefined;
  }

  set(key: string, value: Value, version: number): void {
    this.#entries.set(key, { value, version });
  }
}
