import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Encoding } from '#lib/server/http/cache/compressed-body.ts';
import type { CacheState } from '#lib/server/http/cache/versioned-cache.ts';
import type { MadeCall } from '#lib/server/http/in-process-api.ts';
import type { InventoryVersion } from '../inventory/inventory-version.ts';
import type { ProcessedPage } from './post-process-page.ts';

/** Level 9 takes ten times as long for one percent fewer bytes. */
const BROTLI_QUALITY = 5;
/** Takes a tenth of a second outside the main thread for 12 percent fewer bytes. */
const BEST_BROTLI_QUALITY = 11;
/** A page that was sent this often is compressed again with the best quality. */
const OFTEN = 100;
/** Pages may show facts that change without data, such as the current year. */
const MAX_AGE_MS = 60_000;
/** While the database does not answer, a page may be this old. */
const MAX_STALE_MS = 10 * 60_000;
/** Pages also show data that the inventory version does not cover. */
const CHECK_EVERY_MS = 10_000;
/** About 75 pages. */
const MAX_BYTES = 16 * 1024 * 1024;
/** A page with its compressed forms, in lengths of the page. */
const SIZE_FACTOR = 1.4;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

type Version = Pick<InventoryVersion, 'current' | 'refresh' | 'changedHere'>;

/** A public page ready to send, and the calls that it was rendered from. */
export class KeptPage {
  readonly page: ProcessedPage;
  readonly calls: readonly MadeCall[];
  readonly #packed: Partial<Record<Encoding, Promise<Buffer>>> = {};
  #timesSent = 0;

  constructor(page: ProcessedPage, calls: readonly MadeCall[]) {
    this.page = page;
    this.calls = calls;
  }

  /** Compresses the page once per encoding, and again with the best quality if it is sent often. */
  in(encoding: Encoding): Promise<Buffer> {
    this.#packed[encoding] ??= encoding === 'br' ? this.#brotli(BROTLI_QUALITY) : deflate(this.page.html);
    this.#timesSent += 1;
    if (this.#timesSent === OFTEN) void this.#packBest();
    return this.#packed[encoding];
  }

  async #packBest(): Promise<void> {
    const best = await this.#brotli(BEST_BROTLI_QUALITY);
    this.#packed.br = Promise.resolve(best);
  }

  #brotli(quality: number): Promise<Buffer> {
    return brotli(this.page.html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  }
}

type Entry = { kept: KeptPage; renderedAt: number; version: number; changedHere: number; checkedAt: number };

/**
 * Caches public pages. A page is valid while the calls that it was rendered from are answered the same, so changes of other
 * cars do not matter. The calls are repeated after a change of the inventory, and every ten seconds.
 */
export class KeptPages {
  readonly #version: Version;
  readonly #recheckMs: number;
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ kept }) => Math.ceil(kept.page.html.length * SIZE_FACTOR),
  });
  readonly #checks = new Map<string, Promise<KeptPage | null>>();
  #hits = 0;
  #misses = 0;
  readonly #renderings = new Map<string, Promise<KeptPage | null>>();

  /** @param recheckMs shortest time between two checks of a page while only other processes change cars */
  constructor(version: Version, recheckMs: number) {
    this.#version = version;
    this.#recheckMs = recheckMs;
  }

  /** Returns a page that is still valid, else null. */
  async get(
    key: string,
    isAnsweredTheSame: (calls: readonly MadeCall[]) => Promise<boolean>,
  ): Promise<KeptPage | null> {
    const kept = await this.#find(key, isAnsweredTheSame);
    if (kept) this.#hits += 1;
    else this.#misses += 1;
    return kept;
  }

  async #find(
    key: string,
    isAnsweredTheSame: (calls: readonly MadeCall[]) => Promise<boolean>,
  ): Promise<KeptPage | null> {
    await this.#version.refresh();
    const entry = this.#entries.get(key);
    if (!entry || performance.now() - entry.renderedAt > MAX_AGE_MS) return null;
    if (this.#isUnchanged(entry)) return entry.kept;
    return shared(this.#checks, key, async () => {
      const now = this.#now();
      if (!(await isAnsweredTheSame(entry.kept.calls))) return null;
      Object.assign(entry, now);
      return entry.kept;
    });
  }

  /**
   * Renders a page once for all concurrent requests, and caches it. `render` returns null if the response is not a page for
   * everyone; each request must then render it for itself.
   */
  render(key: string, render: () => Promise<KeptPage | null>): Promise<KeptPage | null> {
    return shared(this.#renderings, key, async () => {
      const now = this.#now();
      const kept = await render();
      if (kept) this.#entries.set(key, { kept, renderedAt: now.checkedAt, ...now });
      return kept;
    });
  }

  /** Returns the last version of a page, for when it cannot be rendered. */
  stale(key: string): KeptPage | null {
    const entry = this.#entries.get(key);
    return entry && performance.now() - entry.renderedAt < MAX_STALE_MS ? entry.kept : null;
  }

  #isUnchanged({ version, changedHere, checkedAt }: Entry): boolean {
    const age = performance.now() - checkedAt;
    if (version === this.#version.current()) return age < CHECK_EVERY_MS;
    return age < this.#recheckMs && changedHere === this.#version.changedHere();
  }

  /** Call it before reading, so a change during the read is noticed. */
  #now(): Omit<Entry, 'kept' | 'renderedAt'> {
    const { current, changedHere } = this.#version;
    return { version: current(), changedHere: changedHere(), checkedAt: performance.now() };
  }

  state(): CacheState {
    const { size, calculatedSize } = this.#entries;
    return { hits: this.#hits, misses: this.#misses, entries: size, bytes: calculatedSize };
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
