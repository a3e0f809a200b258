import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import {
  changesSince,
  MAX_GAP_MS,
  type Position,
  positionOf,
} from '#features/catalog/inventory/server/follow/change-feed.ts';
import type { RulesOf } from '#features/catalog/inventory/server/memory/destinations/destinations.ts';
import type { Clock } from '#lib/clock.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { type CompileSearch, compileQuery } from '../compile-search.ts';
import { circumstancesOf } from './circumstances.ts';
import { DueSet } from './due-set.ts';
import {
  addMatches,
  changesBeforeSearches,
  endLease,
  type Feed,
  type LoadedSearch,
  lockFeed,
  type Match,
  moveFeed,
  nextCars,
  pendingSearches,
  putSeenCars,
  searchesAfter,
  searchesSince,
  seenCars,
  takeLease,
} from './feed-store.ts';
import { currentCars } from './read-cars.ts';
import { SearchIndex } from './search-index.ts';
import { tellSavers } from './tell-savers.ts';
import { tellMatches } from './tell-searches.ts';
import { type Transition, transitionOf } from './transition.ts';

type Deps = {
  pool: pg.Pool;
  clock: Clock;
  compile: CompileSearch;
  rulesOf: RulesOf;
  onError: (error: unknown) => void;
};

/** A process that stops without a word is replaced after this time. */
const LEASE_S = 15;
/** Cars of one transaction. */
const BATCH = 500;
const LOADED_AT_ONCE = 2_000;
/** Longest time that loading delays requests. */
const MAX_BLOCK_MS = 5;
/** More changes than this are found by comparing all cars. */
const MOST_CHANGES = 20_000;
/** After a notification of a search, its next matches are collected for so long. */
const COLLECT_MS = 10 * 60_000;
/** Names of makes and models that searches mean may change. */
const COMPILE_AGAIN_MS = 60 * 60_000;

/** What one look did, for the bench. */
export type Looked = { cars: number; hits: number; matches: number; told: number };

/**
 * Reads the feed of changed cars and notifies the people whose searches they newly match. One process does so at a time. Position, matches and
 * notifications are written in one transaction, so that a process that is killed loses and repeats nothing.
 */
export class SearchReader {
  readonly #deps: Deps;
  readonly #holder = randomUUID();
  #index = new SearchIndex();
  /** Snapshot up to which searches are loaded; null: not loaded. */
  #loadedTo: string | null = null;
  #loadedAt = 0;
  /** When the people of searches were last told, in ms. */
  readonly #toldAt = new Map<number, number>();
  /** Searches with matches that are collected. */
  readonly #collected = new DueSet();

  /** Pairs of a search and a car that changed before the search was saved. */
  #tooEarly: ReadonlySet<string> = new Set();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The searches in memory. */
  get index(): SearchIndex {
    return this.#index;
  }

  /** Ends the lease, so that another process continues immediately. */
  async close(): Promise<void> {
    if (this.#loadedTo !== null) await endLease(this.#deps.pool, this.#holder);
    this.#drop();
  }

  /** Processes the changes that are committed now. Returns null if another process reads. */
  async look(): Promise<Looked | null> {
    const { pool } = this.#deps;
    const feed = await takeLease(pool, this.#holder, LEASE_S);
    if (!feed) {
      this.#drop();
      return null;
    }
    const looked: Looked = { cars: 0, hits: 0, matches: 0, told: 0 };
    // Before the searches, so that no car changes between a search that is not loaded yet and the position.
    const changes = await this.#changes(feed);
    if (feed.holder !== this.#holder || this.#loadedTo === null) await this.#load();
    else await this.#loadChanged();
    if (changes === 'compare all') {
      await this.#compareAll(feed, looked);
      return looked;
    }
    const { ids, position } = changes;
    this.#tooEarly =
      ids.length > 0 && feed.snapshot !== null ? await changesBeforeSearches(pool, ids, feed.snapshot) : new Set();
    await this.#process(ids, { ...position, scannedTo: null }, looked);
    this.#tooEarly = new Set();
    return looked;
  }

  /** The cars that changed. All are compared if the feed may lack some, or if none was read before. */
  async #changes(feed: Feed): Promise<{ ids: number[]; position: Position } | 'compare all'> {
    const { pool, clock } = this.#deps;
    const { snapshot, server, lookedAt, scannedTo } = feed;
    const isOld = lookedAt === null || clock.now().getTime() - lookedAt.getTime() > MAX_GAP_MS;
    if (snapshot === null || server === null || isOld || scannedTo !== null) return 'compare all';
    const changes = await changesSince(pool, { snapshot, server });
    return changes && changes.ids.length <= MOST_CHANGES ? changes : 'compare all';
  }

  /**
   * Compares all cars with what was last seen of them. The feed continues from the position before the first of them; cars that are read
   * twice are the same the second time. The first comparison of all tells nobody, because nobody waited for these cars.
   */
  async #compareAll(feed: Feed, looked: Looked): Promise<void> {
    const { pool } = this.#deps;
    const position = await positionOf(pool);
    const isFirst = feed.snapshot === null;
    for (let last = 0; ; ) {
      const ids = await nextCars(pool, last, BATCH);
      const isLast = ids.length < BATCH;
      last = ids.at(-1) ?? last;
      const next = isLast
        ? { ...position, scannedTo: null }
        : { snapshot: feed.snapshot, server: feed.server, scannedTo: last };
      await this.#batch(ids, next, looked, isFirst);
      if (isLast) return;
      await takeLease(pool, this.#holder, LEASE_S);
      await setImmediate();
    }
  }

  async #process(ids: number[], next: NextPosition, looked: Looked): Promise<void> {
    for (let start = 0; start < ids.length; start += BATCH) {
      const isLast = start + BATCH >= ids.length;
      await this.#batch(ids.slice(start, start + BATCH), isLast ? next : null, looked);
    }
    if (ids.length === 0) await this.#batch([], next, looked);
  }

  /** Processes cars in one transaction. `next` null: the position stays, because more cars follow. */
  async #batch(ids: number[], next: NextPosition | null, looked: Looked, isFirst = false): Promise<void> {
    const { pool, clock, rulesOf } = this.#deps;
    const done = await withTransaction(pool, async (db) => {
      const feed = await lockFeed(db, this.#holder);
      if (!feed) throw new Error('another process has taken over the reading of changes');
      // Daily searches look at what happened up to this time, so it never decreases.
      const now = new Date(Math.max(clock.now().getTime(), feed.lookedAt?.getTime() ?? 0));
      const transitions = await transitionsOf(db, ids, now);
      const batch = feed.batch + 1;
      const matches = isFirst ? [] : this.#matchesOf(transitions, circumstancesOf(rulesOf, now));
      if (transitions.length > 0)
        await putSeenCars(
          db,
          transitions.map(({ id, transition }) => ({ id, seen: transition.seen })),
        );
      const added = matches.length > 0 ? await addMatches(db, matches, batch) : [];
      const found = [...new Set(added)];
      if (!isFirst) await tellSavers(db, transitions, now);
      const due = this.#dueAmong(found, now);
      await tellMatches(db, due, batch, now);
      const position = next ?? feed;
      await moveFeed(db, position.snapshot, position.server, now, batch, position.scannedTo);
      return { found, due, now, hits: matches.length, added: added.length };
    });
    for (const id of done.due) {
      this.#collected.delete(id);
      this.#toldAt.set(id, done.now.getTime());
    }
    const due = new Set(done.due);
    for (const id of done.found) if (!due.has(id)) this.#collected.add(id, this.#dueAt(id));
    looked.cars += ids.length;
    looked.hits += done.hits;
    looked.matches += done.added;
    looked.told += done.due.length;
  }

  #matchesOf(transitions: readonly CarTransition[], circumstances: ReturnType<typeof circumstancesOf>): Match[] {
    const matches = this.#allMatchesOf(transitions, circumstances);
    if (this.#tooEarly.size === 0) return matches;
    return matches.filter(({ searchId, listingId }) => !this.#tooEarly.has(`${searchId} ${listingId}`));
  }

  #allMatchesOf(transitions: readonly CarTransition[], circumstances: ReturnType<typeof circumstancesOf>): Match[] {
    return transitions.flatMap(({ id: listingId, transition }): Match[] => {
      const { seen, before, published, isCheaper, isSold, isChanged } = transition;
      const { generation, drops, facts, state } = seen;
      const match = (searchId: number, reason: Match['reason']): Match => ({
        ...{ searchId, listingId, reason },
        generation: reason === 'cheaper' ? drops : generation,
      });
      if (isSold) return this.#index.matches(facts, circumstances).map((id) => match(id, 'sold'));
      if (state !== 'public' || (!published && !isChanged && !isCheaper)) return [];
      const now = this.#index.matches(facts, circumstances);
      if (published) return now.map((id) => match(id, published));
      const did = new Set(before ? this.#index.matches(before, circumstances) : []);
      return now.flatMap((id) => (did.has(id) ? (isCheaper ? [match(id, 'cheaper')] : []) : [match(id, 'new')]));
    });
  }

  /** Searches whose people are told now: of a first match immediately, of later ones when the time to collect is over. */
  #dueAmong(found: readonly number[], now: Date): number[] {
    const first = found.filter((id) => this.#dueAt(id) <= now.getTime());
    return [...new Set([...this.#collected.dueAt(now.getTime()), ...first])];
  }

  #dueAt(id: number): number {
    return (this.#toldAt.get(id) ?? 0) + COLLECT_MS;
  }

  #drop(): void {
    if (this.#loadedTo === null) return;
    this.#index = new SearchIndex();
    this.#loadedTo = null;
    this.#toldAt.clear();
    this.#collected.clear();
  }

  /** Loads all searches. Compiling them again also follows merged makes and models. */
  async #load(): Promise<void> {
    this.#drop();
    const { pool } = this.#deps;
    const { snapshot } = await positionOf(pool);
    this.#loadedTo = snapshot;
    this.#loadedAt = performance.now();
    let began = performance.now();
    for (let last = 0; ; ) {
      const searches = await searchesAfter(pool, last, LOADED_AT_ONCE);
      for (const search of searches) {
        await this.#put(search);
        if (performance.now() - began < MAX_BLOCK_MS) continue;
        await setImmediate();
        began = performance.now();
      }
      last = searches.at(-1)?.id ?? last;
      if (searches.length < LOADED_AT_ONCE) break;
      await takeLease(pool, this.#holder, LEASE_S);
    }
    for (const id of await pendingSearches(pool)) this.#collected.add(id, this.#dueAt(id));
  }

  async #loadChanged(): Promise<void> {
    if (performance.now() - this.#loadedAt > COMPILE_AGAIN_MS) return this.#load();
    const { searches, snapshot } = await searchesSince(this.#deps.pool, this.#loadedTo ?? '');
    for (const search of searches) await this.#put(search);
    this.#loadedTo = snapshot;
  }

  /** A search that cannot be compiled is reported and left out, so that it stops no other. */
  async #put({ id, query, told, isActive }: LoadedSearch): Promise<void> {
    if (!isActive) {
      this.#index.delete(id);
      this.#collected.delete(id);
      return;
    }
    try {
      const criteria = await compileQuery(this.#deps.compile, query);
      if (criteria) this.#index.put(id, criteria);
      else this.#index.delete(id);
      if (told > 0) this.#toldAt.set(id, told * 1_000);
    } catch (error) {
      this.#index.delete(id);
      this.#deps.onError(error);
    }
  }
}

type NextPosition = { snapshot: string | null; server: string | null; scannedTo: number | null };
type CarTransition = { id: number; transition: Transition };

async function transitionsOf(db: Queryable, ids: number[], at: Date): Promise<CarTransition[]> {
  if (ids.length === 0) return [];
  const [seen, current] = [await seenCars(db, ids), await currentCars(db, ids)];
  return ids.flatMap((id) => {
    const car = current.get(id);
    const transition = car ? transitionOf(seen.get(id) ?? null, car, at) : null;
    return transition ? [{ id, transition }] : [];
  });
}
