import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Encoding } from '#lib/server/http/cache/compressed-body.ts';
import type { DataVersion } from '#lib/server/http/cache/versioned-cache.ts';
import type { MadeCall } from '#lib/server/http/in-process-api.ts';
import type { ProcessedPage } from './post-process-page.ts';

/** Level 9 takes ten times as long for one percent fewer bytes. */
const BROTLI_QUALITY = 5;
/** A page may show what passes without a change of data, such as the current year. */
const MAX_AGE_MS = 60_000;
/** Not all that pages show is part of the inventory. */
const CHECK_EVERY_MS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** A page with its compressed forms, in lengths of the page. */
const SIZE_FACTOR = 1.4;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** A public page as it is sent, and the calls it was made of. */
export class KeptPage {
  readonly page: ProcessedPage;
  readonly calls: readonly MadeCall[];
  readonly #packed: Partial<Record<Encoding, Promise<Buffer>>> = {};

  constructor(page: ProcessedPage, calls: readonly MadeCall[]) {
    this.page = page;
    this.calls = calls;
  }

  /** Packs the page once per encoding. */
  in(encoding: Encoding): Promise<Buffer> {
    this.#packed[encoding] ??=
      encoding === 'br'
        ? brotli(this.page.html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
        : deflate(this.page.html);
    return this.#packed[encoding];
  }
}

type Entry = { kept: KeptPage; version: number; checkedAt: number };

/**
 * Keeps public pages. A page is valid while the calls it was made of are answered the same, so a change of other cars
 * does not matter. They are asked again after a
 * change of the inventory, and every ten seconds.
 */
export class KeptPages {
  readonly #version: DataVersion;
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ kept }) => Math.ceil(kept.page.html.length * SIZE_FACTOR),
    ttl: MAX_AGE_MS,
  });
  readonly #checks = new Map<string, Promise<KeptPage | null>>();
  readonly #renderings = new Map<string, Promise<KeptPage | null>>();

  constructor(version: DataVersion) {
    this.#version = version;
  }

  /** Returns a page that is still valid, else null. */
  async get(
    key: string,
    isAnsweredTheSame: (calls: readonly MadeCall[]) => Promise<boolean>,
  ): Promise<KeptPage | null> {
    await this.#version.refresh();
    const entry = this.#entries.get(key);
    if (!entry) return null;
    const isFresh = performance.now() - entry.checkedAt < CHECK_EVERY_MS;
    if (isFresh && entry.version === this.#version.current()) return entry.kept;
    return shared(this.#checks, key, async () => {
      const now = this.#now();
      if (!(await isAnsweredTheSame(entry.kept.calls))) return null;
      Object.assign(entry, now);
      return entry.kept;
    });
  }

  /**
   * Renders a page once for all who wait for it, and keeps it. `render` returns null if the response is no page that
   * everybody may get; each who waits must then render it again.
   */
  render(key: string, render: () => Promise<KeptPage | null>): Promise<KeptPage | null> {
    return shared(this.#renderings, key, async () => {
      const now = this.#now();
      const kept = await render();
      if (kept) this.#entries.set(key, { kept, ...now });
      return kept;
    });
  }

  /** Taken before reading, so that a change in between is noticed. */
  #now(): Omit<Entry, 'kept'> {
    return { version: this.#version.current(), checkedAt: performance.now() };
  }

  isRendering(key: string): boolean {
    return this.#renderings.has(key);
  }
}

function shared<Value>(running: Map<string, Promise<Value>>, key: string, start: () => Promise<Value>): Promise<Value> {
  let work = running.get(key);
  if (!work) {
    work = start().finally(() => running.delete(key));
    running.set(key, work);
  }
  return work;
}
