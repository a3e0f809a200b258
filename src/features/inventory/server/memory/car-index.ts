import { LRUCache } from 'lru-cache';
import type { ListingCriteria, ListingOrder, NumberRange } from '#features/listings/model/criteria/listing-criteria.ts';
import {
  FLAG_FILTERS,
  type FlagFilter,
  RANGE_FILTERS,
  type RangeFilter,
  VALUE_FILTERS,
} from '#features/listings/model/criteria/listing-filters.ts';
import { OFFERS, type Offer } from '#features/listings/model/listing.ts';
import {
  addSlot,
  type Bitmap,
  countCommon,
  grown,
  hasSlot,
  intersect,
  keep,
  newBitmap,
  removeSlot,
  slotsOf,
  subtract,
} from './bitmap.ts';
import { ByteArena } from './byte-arena.ts';
import { CarOrder, LIST_ORDERS, ORDER_KEYS, type OrderKey } from './car-order.ts';
import type { FlagName, IndexedCar, ValueName } from './indexed-car.ts';
import { type Matches, RecentMatches } from './recent-matches.ts';
import { TextIndex } from './text-index.ts';
import { type Value, ValueColumn } from './value-column.ts';

/** What criteria need beside the index. */
export type Circumstances = {
  now: Date;
  /** Visits the ids of the cars that are rented on any of the days. */
  forEachRented(days: { from: string; to: string }, visit: (id: number) => void): void;
};

const VALUE_NAMES: readonly ValueName[] = ['make', 'model', 'year', ...VALUE_FILTERS];
/** Facts with so many values that one bitmap each would take too much memory. */
const MANY_VALUED: readonly ValueName[] = ['make', 'model', 'city', 'seller'];
const FLAG_NAMES: readonly FlagName[] = [...FLAG_FILTERS, 'hasPictures'];
const INITIAL_SLOTS = 1024;
/** About 30,000 cars. */
const MAX_DETAIL_CHARS = 64 * 1024 * 1024;
/** Storing this many cars takes about five milliseconds. */
const STORED_AT_ONCE = 200;
/** Counting a list of slots is faster than counting bitmaps up to this share of all slots. */
const LISTED_SHARE = 0.02;
const DAY_US = 86_400_000_000;
/** Choosing a match costs about this many times more than passing over a car that does not match. */
const SORT_COST = 4;

/**
 * The public cars in memory, by slot: numbers in typed arrays, the cars of each value as sets or lists of slots, the cars
 * of each word, and one sorted order per offer and key.
 */
export class CarIndex {
  #capacity = INITIAL_SLOTS;
  #used = 0;
  readonly #freeSlots: number[] = [];
  readonly #slotOf = new Map<number, number>();

  #ids = new Float64Array(INITIAL_SLOTS);
  #postedAt = new Float64Array(INITIAL_SLOTS);
  #reviews = new Uint32Array(INITIAL_SLOTS);
  #stars = new Uint32Array(INITIAL_SLOTS);
  /** How often each slot was written. */
  #writes = new Uint32Array(INITIAL_SLOTS);
  readonly #details = new LRUCache<number, string>({
    maxSize: MAX_DETAIL_CHARS,
    sizeCalculation: ({ length }) => length,
  });
  /** NaN is an unknown number. */
  readonly #numbers = recordOf(RANGE_FILTERS, () => new Float64Array(INITIAL_SLOTS));
  readonly #offers = recordOf(OFFERS, () => newBitmap(INITIAL_SLOTS));
  readonly #flags = recordOf(FLAG_NAMES, () => newBitmap(INITIAL_SLOTS));
  readonly #values = recordOf(VALUE_NAMES, (name) => new ValueColumn(INITIAL_SLOTS, !MANY_VALUED.includes(name)));
  readonly #words = new TextIndex();
  readonly #cards = new ByteArena();
  readonly #orders = recordOf(OFFERS, () =>
    recordOf(
      ORDER_KEYS,
      (key) =>
        new CarOrder(
          (slot) => this.#keyOf(key, slot),
          (slot) => this.#ids[slot]!,
        ),
    ),
  );
  readonly #recent = new RecentMatches(INITIAL_SLOTS);
  /** The cars of one filter while it is applied. */
  #scratch = newBitmap(INITIAL_SLOTS);

  /** Makes an index of many cars. `pause` lets others work between two steps of some milliseconds. */
  static async load(
    batches: AsyncIterable<readonly IndexedCar[]> | Iterable<readonly IndexedCar[]>,
    pause: () => Promise<void>,
  ): Promise<CarIndex> {
    const index = new CarIndex();
    for await (const batch of batches) {
      for (const [at, car] of batch.entries()) {
        if (at % STORED_AT_ONCE === 0) await pause();
        index.#store(car);
      }
    }
    for (const offer of OFFERS) {
      const slots = slotsOf(index.#offers[offer]);
      for (const key of ORDER_KEYS) await index.#orders[offer][key].load(slots.slice(), pause);
    }
    return index;
  }

  put(car: IndexedCar): void {
    this.delete(car.id);
    const slot = this.#store(car);
    for (const key of ORDER_KEYS) this.#orders[car.offer][key].add(slot);
  }

  delete(id: number): void {
    const slot = this.#slotOf.get(id);
    if (slot === undefined) return;
    this.#recent.forget();
    const offer = this.offerOf(slot);
    for (const key of ORDER_KEYS) this.#orders[offer][key].remove(slot);
    for (const bitmap of [this.#offers[offer], ...Object.values(this.#flags)]) removeSlot(bitmap, slot);
    for (const name of VALUE_NAMES) this.#values[name].remove(slot, offer);
    this.#words.remove(slot);
    this.#cards.remove(slot);
    this.#details.delete(id);
    this.#slotOf.delete(id);
    this.#freeSlots.push(slot);
  }

  size(offer: Offer): number {
    return this.#orders[offer].price.length;
  }

  slotOf(id: number): number | undefined {
    return this.#slotOf.get(id);
  }

  idOf(slot: number): number {
    return this.#ids[slot]!;
  }

  cardOf(slot: number): string {
    return this.#cards.text(slot);
  }

  /**
   * Returns the response of one car without its reservation as JSON. Reads it if it is not kept; null if there is none.
   */
  async detailOf(id: number, read: (id: number) => Promise<string | null>): Promise<string | null> {
    const kept = this.#details.get(id);
    if (kept !== undefined) return kept;
    const before = this.#version(id);
    const detail = await read(id);
    if (detail !== null && this.#version(id) === before) this.#details.set(id, detail);
    return detail;
  }

  #version(id: number): string {
    const slot = this.#slotOf.get(id);
    return slot === undefined ? '' : `${slot} ${this.#writes[slot]}`;
  }

  /** The same in UTF-8. A copy, because a change may overwrite it before it is sent. */
  cardBytesOf(slot: number): Buffer {
    return Buffer.from(this.#cards.get(slot));
  }

  valueOf(slot: number, name: ValueName): Value | null {
    return this.#values[name].valueOf(slot);
  }

  priceOf(slot: number): number {
    return this.#numbers.priceCents[slot]!;
  }

  /** Microseconds since 1970. */
  postedAtOf(slot: number): number {
    return this.#postedAt[slot]!;
  }

  offerOf(slot: number): Offer {
    return hasSlot(this.#offers.Rent, slot) ? 'Rent' : 'Sell';
  }

  hasWord(word: string): boolean {
    return this.#words.has(word);
  }

  /** Does not know phrases. */
  match(criteria: ListingCriteria, circumstances: Circumstances, also: readonly FlagName[] = []): Matches {
    const ofOffer = this.#offers[criteria.offer];
    if (also.length === 0 && Object.keys(criteria).length === 1)
      return { slots: ofOffer, count: this.size(criteria.offer), offer: criteria.offer };
    const isTimeless = criteria.listedWithinDays === undefined && criteria.freeDays === undefined;
    const key = isTimeless ? JSON.stringify([criteria, also]) : null;
    return this.#recent.of(key, criteria.offer, (slots) => {
      slots.set(ofOffer);
      this.#narrow(slots, criteria, circumstances);
      for (const name of also) intersect(slots, this.#flags[name]);
    });
  }

  /** Removes the cars that do not match from a bitmap. */
  #narrow(slots: Bitmap, criteria: ListingCriteria, { now, forEachRented }: Circumstances): void {
    const { vehicles, excludedVehicles, words, wholeWords, excludedWords, listedWithinDays } = criteria;
    if (vehicles) this.#keepOnly(slots, (target) => this.#uniteVehicles(vehicles, target));
    for (const name of VALUE_FILTERS) {
      const values = criteria[name];
      if (values) this.#keepOnly(slots, (target) => this.#values[name].unite(values, target));
    }
    for (const name of FLAG_FILTERS) if (criteria[name]) intersect(slots, this.#flags[name]);
    for (const [index, word] of (words ?? []).entries()) {
      const isPrefix = index === words!.length - 1 && !wholeWords;
      this.#keepOnly(slots, (target) => this.#words.unite(word, isPrefix, target));
    }
    for (const word of excludedWords ?? []) this.#remove(slots, (target) => this.#words.unite(word, false, target));
    if (excludedVehicles) this.#remove(slots, (target) => this.#uniteVehicles(excludedVehicles, target));
    for (const name of RANGE_FILTERS) {
      const range = criteria[name];
      if (range) this.#keepRange(slots, name, range);
    }
    if (listedWithinDays !== undefined) {
      const first = now.getTime() * 1000 - listedWithinDays * DAY_US;
      keep(slots, (slot) => this.#postedAt[slot]! >= first);
    }
    const { minRating, freeDays } = criteria;
    if (minRating !== undefined) keep(slots, (slot) => this.#isRated(slot, minRating));
    if (freeDays)
      forEachRented(freeDays, (id) => {
        const slot = this.#slotOf.get(id);
        if (slot !== undefined) removeSlot(slots, slot);
      });
  }

  /** Returns the slots of one page in order. */
  page(matches: Matches, order: ListingOrder, skip: number, limit: number): number[] {
    const { slots, count, offer } = matches;
    const most = Math.min(limit, count - skip);
    if (most <= 0) return [];
    const { key, descending } = LIST_ORDERS[order];
    const sorted = this.#orders[offer][key];
    if (count === sorted.length) return Array.from({ length: most }, (_, index) => sorted.at(skip + index, descending));
    const passed = ((skip + most) * sorted.length) / count;
    if (passed > count * SORT_COST) {
      matches.list ??= slotsOf(slots);
      return sorted.first(matches.list, skip + most, descending).slice(skip);
    }
    const page: number[] = [];
    for (let position = 0, before = skip; page.length < most; position++) {
      const slot = sorted.at(position, descending);
      if (!hasSlot(slots, slot)) continue;
      if (before > 0) before -= 1;
      else page.push(slot);
    }
    return page;
  }

  /** Counts the matches by one fact. */
  countBy(matches: Matches, name: ValueName): ReadonlyMap<Value, number> {
    const { slots, count, offer } = matches;
    const values = this.#values[name];
    if (count === this.size(offer)) return values.countAll(offer);
    if (count > this.#capacity * LISTED_SHARE) return values.count(slots, count);
    matches.list ??= slotsOf(slots);
    return values.countListed(matches.list);
  }

  countFlag({ slots, list }: Matches, name: FlagFilter): number {
    const flagged = this.#flags[name];
    return list ? list.reduce((cars, slot) => cars + (hasSlot(flagged, slot) ? 1 : 0), 0) : countCommon(slots, flagged);
  }

  /** Returns up to `limit` slots in price order, upward or downward from a price, which is included. */
  nearestInPrice({ slots, offer }: Matches, cents: number, direction: 'up' | 'down', limit: number): number[] {
    const sorted = this.#orders[offer].price;
    const first = sorted.firstFrom(direction === 'up' ? cents : cents + 1);
    const step = direction === 'up' ? 1 : -1;
    const found: number[] = [];
    for (let at = direction === 'up' ? first : first - 1; at >= 0 && at < sorted.length; at += step) {
      if (found.length === limit) break;
      const slot = sorted.at(at, false);
      if (hasSlot(slots, slot)) found.push(slot);
    }
    return found;
  }

  #store(car: IndexedCar): number {
    this.#recent.forget();
    const slot = this.#freeSlots.pop() ?? this.#used++;
    if (slot >= this.#capacity) this.#grow();
    this.#slotOf.set(car.id, slot);
    this.#ids[slot] = car.id;
    this.#postedAt[slot] = car.postedAt;
    this.#reviews[slot] = car.reviewCount;
    this.#stars[slot] = car.ratingSum;
    this.#writes[slot]! += 1;
    for (const name of RANGE_FILTERS) this.#numbers[name][slot] = car.numbers[name] ?? Number.NaN;
    for (const name of VALUE_NAMES) this.#values[name].set(slot, car.values[name], car.offer);
    for (const name of FLAG_NAMES) if (car.flags[name]) addSlot(this.#flags[name], slot);
    addSlot(this.#offers[car.offer], slot);
    this.#words.add(slot, car.words, this.#capacity);
    this.#cards.set(slot, Buffer.from(car.card));
    return slot;
  }

  #grow(): void {
    const capacity = 2 * this.#capacity;
    this.#capacity = capacity;
    this.#ids = longer(this.#ids, new Float64Array(capacity));
    this.#postedAt = longer(this.#postedAt, new Float64Array(capacity));
    this.#reviews = longer(this.#reviews, new Uint32Array(capacity));
    this.#stars = longer(this.#stars, new Uint32Array(capacity));
    this.#writes = longer(this.#writes, new Uint32Array(capacity));
    for (const name of RANGE_FILTERS) this.#numbers[name] = longer(this.#numbers[name], new Float64Array(capacity));
    for (const offer of OFFERS) this.#offers[offer] = grown(this.#offers[offer], capacity);
    for (const name of FLAG_NAMES) this.#flags[name] = grown(this.#flags[name], capacity);
    for (const name of VALUE_NAMES) this.#values[name].grow(capacity);
    this.#recent.resize(capacity);
    this.#scratch = newBitmap(capacity);
  }

  #keyOf(key: OrderKey, slot: number): number {
    switch (key) {
      case 'postedAt':
        return this.#postedAt[slot]!;
      case 'price':
        return this.#numbers.priceCents[slot]!;
      case 'mileage':
        return this.#numbers.mileageKm[slot]!;
      case 'year':
        return this.#numbers.year[slot]!;
    }
  }

  #keepOnly(slots: Bitmap, unite: (target: Bitmap) => void): void {
    this.#scratch.fill(0);
    unite(this.#scratch);
    intersect(slots, this.#scratch);
  }

  #remove(slots: Bitmap, unite: (target: Bitmap) => void): void {
    this.#scratch.fill(0);
    unite(this.#scratch);
    subtract(slots, this.#scratch);
  }

  #uniteVehicles(keys: readonly number[], target: Bitmap): void {
    this.#values.make.unite(
      keys.filter((key) => key > 0),
      target,
    );
    this.#values.model.unite(modelsOf(keys), target);
  }

  #keepRange(slots: Bitmap, name: RangeFilter, range: NumberRange): void {
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
    const numbers = this.#numbers[name];
    for (let word = 0; word < slots.length; word++) {
      let kept = 0;
      for (let bits = slots[word]!; bits !== 0; bits &= bits - 1) {
        const bit = bits & -bits;
        const number = numbers[(word << 5) + 31 - Math.clz32(bit)]!;
        if (number >= min && number <= max) kept |= bit;
      }
      slots[word] = kept;
    }
  }

  /** In whole tenths, because 4.1 times 30 is less than 123 in floating point. */
  #isRated(slot: number, minRating: number): boolean {
    const reviews = this.#reviews[slot]!;
    return reviews > 0 && 10 * this.#stars[slot]! >= Math.round(10 * minRating) * reviews;
  }
}

const modelsOf = (keys: readonly number[]) => keys.filter((key) => key < 0).map((key) => -key);

function recordOf<Name extends string, Item>(names: readonly Name[], make: (name: Name) => Item): Record<Name, Item> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Item>;
}

function longer<Column extends { set(values: Column): void }>(column: Column, larger: Column): Column {
  larger.set(column);
  return larger;
}
