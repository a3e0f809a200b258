import { LRUCache } from 'lru-cache';

/** Version of the data behind cached values. A new version invalidates them all. */
export type DataVersion = {
  /** The version as of the last look. */
  current(): number;
  /** Looks again if the last look is too old, and resolves when `current` is up to date. Null if it is. */
  refresh(): Promise<void> | null;
};

/** How often a cache had what was asked for since the start, and what it holds now. */
export type CacheState = { hits: number; misses: number; entries: number; bytes: number };

type Entry<Value> = { value: Value; version: number };
type CacheOptions<Value> = { maxBytes: number; maxAgeMs: number; sizeOf: (value: Value) => number };

/**
 * Caches values while the data behind them is unchanged, at most for `maxAgeMs` and up to `maxBytes`.
 */
export class VersionedCache<Value> {
  readonly #version: DataVersion;
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #maxAgeMs: number;
  #clearedAt = performance.now();
  #hits = 0;
  #misses = 0;

  constructor(version: DataVersion, { maxBytes, maxAgeMs, sizeOf }: CacheOptions<Value>) {
    this.#version = version;
    this.#maxAgeMs = maxAgeMs;
    this.#entries = new LRUCache<string, Entry<Value>>({
      maxSize: maxBytes,
      sizeCalculation: ({ value }, key) => sizeOf(value) + key.length + 64,
      ttl: maxAgeMs,
    });
  }

  /** Await it before `get`, so that the first reader after a change sees the change. Null if there is nothing to await. */
  refresh(): Promise<void> | null {
    return this.#version.refresh();
  }

  /**
   * Returns the version for `set`. Call it before reading the data, so that a change in between invalidates the value.
   */
  version(): number {
    return this.#version.current();
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    const isValid = entry?.version === this.#version.current();
    if (isValid) this.#hits += 1;
    else this.#misses += 1;
    return isValid ? entry?.value : undefined;
  }

  set(key: string, value: Value, version: number): void {
    this.#clear();
    this.#entries.set(key, { value, version });
  }

  /** Values that are too old would stay until `maxBytes` is reached. */
  #clear(): void {
    const now = performance.now();
    if (now - this.#clearedAt < this.#maxAgeMs) return;
    this.#clearedAt = now;
    this.#entries.purgeStale();
  }

  state(): CacheState {
    const { size, calculatedSize } = this.#entries;
    return { hits: this.#hits, misses: this.#misses, entries: size, bytes: calculatedSize };
  }
}
