import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { ImportDestination } from '#features/customs/import-rules/model/destination.ts';
import type { DestinationRules } from '#features/customs/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import {
  type Breathe,
  type DestinationColumn,
  type ImportCars,
  LandedColumn,
  LightColumn,
} from './destination-columns.ts';

/** Room for 40 destinations of 100,000 cars, or for five of a million. */
const MAX_BYTES = 64 * 1024 * 1024;
const IDLE_MS = 10 * 60_000;
/** A column may be dropped by this part of the time earlier than after its last use. */
const IDLE_STEPS = 100;
/** Longest time that a step of a build delays other requests. */
const MAX_BLOCK_MS = 4;
/** Computing this many cars takes a few milliseconds. */
const SETTLED_AT_ONCE = 100;
/** How long a request waits for a column before it gets 503. */
const MAX_WAIT_MS = 4_000;
const RETRY_AFTER_S = 2;
const MAX_WAITING_BUILDS = 20;
/** Share of a processor that builds may take on average, so that requests for many destinations slow others little. */
const BUILDING_SHARE = 1 / 3;
const MAX_CREDIT_MS = 60_000;

/** Returns null for a country without rules. */
export type RulesOf = (destination: ImportDestination) => DestinationRules | null;

/** The cars of an index that reports its changes. */
export interface WatchedCars extends ImportCars {
  watch(column: DestinationColumn): void;
  unwatch(column: DestinationColumn): void;
}

export type ColumnKind = 'light' | 'landed';
type Columns = { light: LightColumn; landed: LandedColumn };
type Entry = {
  column: DestinationColumn;
  /** Null once all cars are computed. */
  building: Promise<void> | null;
  /** A dropped column is not notified of changes. */
  isDropped: boolean;
};
export type DestinationLimits = { maxBytes?: number; idleMs?: number; maxWaitMs?: number; creditMs?: number };

/**
 * What the rules of destinations say about the cars of one index. It is computed when it is first asked for, once for all
 * requests, kept while it is used and dropped after that.
 */
export class Destinations {
  readonly #cars: WatchedCars;
  readonly #rulesOf: RulesOf;
  readonly #maxWaitMs: number;
  readonly #entries: LRUCache<string, Entry>;
  /** The key of the last column of each destination, to drop it when the rules give another one. */
  readonly #lastKeys = new Map<string, string>();
  #lastBuild: Promise<unknown> = Promise.resolve();
  #waitingBuilds = 0;
  readonly #credit: Credit;

  constructor(
    cars: WatchedCars,
    rulesOf: RulesOf,
    {
      maxBytes = MAX_BYTES,
      idleMs = IDLE_MS,
      maxWaitMs = MAX_WAIT_MS,
      creditMs = MAX_CREDIT_MS,
    }: DestinationLimits = {},
  ) {
    this.#cars = cars;
    this.#rulesOf = rulesOf;
    this.#maxWaitMs = maxWaitMs;
    this.#credit = new Credit(creditMs);
    this.#entries = new LRUCache<string, Entry>({
      maxSize: maxBytes,
      sizeCalculation: ({ column }) => Math.min(column.bytes, maxBytes),
      ttl: idleMs,
      ttlAutopurge: true,
      updateAgeOnGet: true,
      // The cache takes the time with a timer, and a column is used thousands of times a second.
      ttlResolution: Math.ceil(idleMs / IDLE_STEPS),
      dispose: (entry) => {
        entry.isDropped = true;
        cars.unwatch(entry.column);
      },
    });
  }

  /** Drops all columns. */
  clear(): void {
    this.#entries.clear();
  }

  /** How many columns are in memory. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * Returns the column without waiting if it is built, so that counts in a row share their matches. Throws `malformed` for a country
   * without rules, and `overloaded` if the column is not ready in time.
   */
  column<Of extends ColumnKind>(kind: Of, destination: ImportDestination): Columns[Of] | Promise<Columns[Of]> {
    const rules = this.#rulesOf(destination);
    if (!rules) throw unknownCountry(destination);
    // Long, and made once, so that looking it up does not hash it again.
    const key = kind === 'light' ? rules.lightKey : rules.landedKey;
    let entry = this.#entries.get(key);
    if (!entry) {
      entry = this.#add(
        key,
        kind === 'light' ? new LightColumn(this.#cars, rules) : new LandedColumn(this.#cars, rules),
      );
      this.#dropReplaced(`${kind} ${JSON.stringify(destination)}`, key);
    }
    const { column } = entry;
    if (!entry.building && column.changed > SETTLED_AT_ONCE) this.#build(key, entry, async () => {});
    if (entry.building) return this.#whenBuilt(entry) as Promise<Columns[Of]>;
    column.settle(SETTLED_AT_ONCE);
    return column as Columns[Of];
  }

  #add(key: string, column: DestinationColumn): Entry {
    if (this.#waitingBuilds >= MAX_WAITING_BUILDS || this.#credit.isSpent()) throw computing('too many destinations');
    const entry: Entry = { column, building: null, isDropped: false };
    this.#cars.watch(column);
    this.#entries.set(key, entry);
    this.#build(key, entry, (breathe) => column.build(breathe));
    return entry;
  }

  /** Builds one column at a time, so that the first one is ready as early as possible. */
  #build(key: string, entry: Entry, work: (breathe: Breathe) => Promise<void>): void {
    const { column } = entry;
    this.#waitingBuilds += 1;
    const build = async () => {
      const breathe = this.#breathe();
      if (entry.isDropped) return;
      await work(breathe);
      while (column.changed > SETTLED_AT_ONCE && !entry.isDropped) {
        column.settle(SETTLED_AT_ONCE);
        await breathe();
      }
    };
    const building = this.#lastBuild.then(build);
    entry.building = building.then(
      () => {
        entry.building = null;
      },
      (error: unknown) => {
        this.#entries.delete(key);
        throw error;
      },
    );
    this.#lastBuild = entry.building
      .catch(() => {})
      .then(() => {
        this.#waitingBuilds -= 1;
      });
  }

  #breathe(): Breathe {
    let began = performance.now();
    return () => {
      const worked = performance.now() - began;
      if (worked < MAX_BLOCK_MS) return null;
      this.#credit.spend(worked);
      return setImmediate().then(() => {
        began = performance.now();
      });
    };
  }

  async #whenBuilt(entry: Entry): Promise<DestinationColumn> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(computing('a destination is being computed')), this.#maxWaitMs);
    });
    try {
      while (entry.building) await Promise.race([entry.building, late]);
    } finally {
      clearTimeout(timer);
    }
    if (entry.isDropped) throw computing('a destination was dropped while it was computed');
    entry.column.settle(SETTLED_AT_ONCE);
    return entry.column;
  }

  #dropReplaced(place: string, key: string): void {
    const last = this.#lastKeys.get(place);
    if (last !== undefined) this.#entries.delete(last);
    this.#lastKeys.set(place, key);
  }
}

/** Milliseconds that builds may still take; it refills evenly. */
class Credit {
  readonly #most: number;
  #left: number;
  #at = performance.now();

  constructor(most: number) {
    this.#most = most;
    this.#left = most;
  }

  isSpent(): boolean {
    this.#refill();
    return this.#left <= 0;
  }

  spend(ms: number): void {
    this.#refill();
    this.#left -= ms;
  }

  #refill(): void {
    const now = performance.now();
    this.#left = Math.min(this.#most, this.#left + (now - this.#at) * BUILDING_SHARE);
    this.#at = now;
  }
}

const computing = (why: string) =>
  new AppError('overloaded', why, { messageKey: 'errors.importComputing', retryAfter: RETRY_AFTER_S });

export const unknownCountry = ({ country }: ImportDestination) =>
  new AppError('malformed', `no import rules for ${country}`, { fields: { to: 'importRules.unknownCountry' } });
