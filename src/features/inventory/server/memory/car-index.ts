import { LRUCache } from 'lru-cache';
import type { ListingCriteria, ListingOrder, NumberRange } from '#features/listings/model/criteria/listing-criteria.ts';
import {
  FLAG_FILTERS,
  type FlagFilter,
  RANGE_FILTERS,
  type RangeFilter,
  VALUE_FILTERS,
  type ValueFilter,
} from '#features/listings/model/criteria/listing-filters.ts';
import { OFFERS, type Offer } from '#features/listings/model/listing.ts';
import {
  addSlot,
  type Bitmap,
  countSlots,
  forEachSlot,
  grown,
  hasSlot,
  intersect,
  newBitmap,
  removeSlot,
} from './bitmap.ts';
import { CarOrder } from './car-order.ts';
import { type Place, TextArena } from './text-arena.ts';
import { TextIndex } from './text-index.ts';
import { type Value, ValueColumn } from './value-column.ts';

/** Facts by which cars are counted. */
export type ValueName = ValueFilter | 'make' | 'model' | 'year';
type FlagName = FlagFilter | 'hasPictures';

/** What the index knows of a public car. */
export type IndexedCar = {
  id: number;
  offer: Offer;
  /** Microseconds since 1970, as exact as PostgreSQL sorts. */
  postedAt: number;
  values: { [Name in ValueName]: Value | null };
  numbers: { [Name in RangeFilter]: number | null };
  flags: { [Name in FlagName]: boolean };
  reviewCount: number;
  ratingSum: number;
  /** The words of its texts. */
  words: readonly string[];
  /** The response of a card as JSON. */
  card: string;
};

/** The slots of the cars that match some criteria. Valid until the next call of `match` or change of the index. */
export type Matches = { slots: Bitmap; count: number; offer: Offer };

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
const DAY_US = 86_400_000_000;
/** Sorting costs about this many times more per car than passing over a car that does not match. */
const SORT_COST = 16;

type OrderKey = 'postedAt' | 'price' | 'mileage' | 'year';
const ORDERS: Record<ListingOrder, { key: OrderKey; descending: boolean }> = {
  newest: { key: 'postedAt', descending: true },
  oldest: { key: 'postedAt', descending: false },
  'price-asc': { key: 'price', descending: false },
  'price-desc': { key: 'price', descending: true },
  'mileage-asc': { key: 'mileage', descending: false },
  'mileage-desc': { key: 'mileage', descending: true },
  'year-asc': { key: 'year', descending: false },
  'year-desc': { key: 'year', descending: true },
};
const ORDER_KEYS: readonly OrderKey[] = ['postedAt', 'price', 'mileage', 'year'];

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
  readonly #cards = new TextArena();
  readonly #places: Place[] = [];
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
  /** Matches, and the cars of one filter while it is applied. */
  #matched = newBitmap(INITIAL_SLOTS);
  #scratch = newBitmap(INITIAL_SLOTS);

  /** Fills an empty index. */
  load(cars: Iterable<IndexedCar>): void {
    const slots = recordOf(OFFERS, (): number[] => []);
    for (const car of cars) slots[car.offer].push(this.#store(car));
    for (const offer of OFFERS) for (const key of ORDER_KEYS) this.#orders[offer][key].load(slots[offer]);
  }

  put(car: IndexedCar): void {
    this.delete(car.id);
    const slot = this.#store(car);
    for (const key of ORDER_KEYS) this.#orders[car.offer][key].add(slot);
  }

  delete(id: number): void {
    const slot = this.#slotOf.get(id);
    if (slot === undefined) return;
    const offer = this.offerOf(slot);
    for (const key of ORDER_KEYS) this.#orders[offer][key].remove(slot);
    for (const bitmap of [this.#offers[offer], ...Object.values(this.#flags)]) removeSlot(bitmap, slot);
    for (const name of VALUE_NAMES) this.#values[name].remove(slot, offer);
    this.#words.remove(slot);
    this.#cards.remove(this.#places[slot]!);
    this.#details.delete(id);
    this.#slotOf.delete(id);
    this.#freeSlots.push(slot);
  }

  slotOf(id: number): number | undefined {
    return this.#slotOf.get(id);
  }

  idOf(slot: number): number {
    return this.#ids[slot]!;
  }

  cardOf(slot: number): string {
    return this.#cards.read(this.#places[slot]!);
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
  match(criteria: ListingCriteria, { now, forEachRented }: Circumstances, also: readonly FlagName[] = []): Matches {
    const { offer, vehicles, excludedVehicles, words, wholeWords, excludedWords, listedWithinDays } = criteria;
    const ofOffer = this.#offers[offer];
    if (also.length === 0 && Object.keys(criteria).length === 1)
      return { slots: ofOffer, count: this.#orders[offer].price.length, offer };
    const slots = this.#matched;
    slots.set(ofOffer);
    if (vehicles) this.#keepOnly(slots, (target) => this.#uniteVehicles(vehicles, target));
    for (const name of VALUE_FILTERS) {
      const values = criteria[name];
      if (values) this.#keepOnly(slots, (target) => this.#values[name].unite(values, target));
    }
    for (const name of [...FLAG_FILTERS.filter((each) => criteria[each]), ...also]) intersect(slots, this.#flags[name]);
    for (const [index, word] of (words ?? []).entries()) {
      const isPrefix = index === words!.length - 1 && !wholeWords;
      this.#keepOnly(slots, (target) => this.#words.unite(word, isPrefix, target));
    }
    for (const word of excludedWords ?? []) this.#words.subtract(word, slots);
    if (excludedVehicles) this.#subtractVehicles(excludedVehicles, slots);
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
    return { slots, count: countSlots(slots), offer };
  }

  /** Returns the slots of one page in order. */
  page({ slots, count, offer }: Matches, order: ListingOrder, skip: number, limit: number): number[] {
    const most = Math.min(limit, count - skip);
    if (most <= 0) return [];
    const { key, descending } = ORDERS[order];
    const sorted = this.#orders[offer][key];
    if (count === sorted.length) return Array.from({ length: most }, (_, index) => sorted.at(skip + index, descending));
    const passed = ((skip + most) * sorted.length) / count;
    if (passed > count * SORT_COST) {
      const all: number[] = [];
      forEachSlot(slots, (slot) => all.push(slot));
      return sorted.sort(all, descending, (slot) => this.#ids[slot]!).slice(skip, skip + most);
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
  countBy({ slots, count, offer }: Matches, name: ValueName): ReadonlyMap<Value, number> {
    const values = this.#values[name];
    return count === this.#orders[offer].price.length ? values.countAll(offer) : values.count(slots, count);
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
    this.#words.add(slot, car.words);
    this.#places[slot] = this.#cards.add(car.card);
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
    this.#matched = newBitmap(capacity);
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

  #uniteVehicles(keys: readonly number[], target: Bitmap): void {
    this.#values.make.unite(
      keys.filter((key) => key > 0),
      target,
    );
    this.#values.model.unite(modelsOf(keys), target);
  }

  #subtractVehicles(keys: readonly number[], slots: Bitmap): void {
    this.#values.make.subtract(
      keys.filter((key) => key > 0),
      slots,
    );
    this.#values.model.subtract(modelsOf(keys), slots);
  }

  #keepRange(slots: Bitmap, name: RangeFilter, range: NumberRange): void {
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
    const numbers = this.#numbers[name];
    keep(slots, (slot) => numbers[slot]! >= min && numbers[slot]! <= max);
  }

  /** In whole tenths, because 4.1 times 30 is less than 123 in floating point. */
  #isRated(slot: number, minRating: number): boolean {
    const reviews = this.#reviews[slot]!;
    return reviews > 0 && 10 * this.#stars[slot]! >= Math.round(10 * minRating) * reviews;
  }
}

const modelsOf = (keys: readonly number[]) => keys.filter((key) => key < 0).map((key) => -key);

function keep(slots: Bitmap, fits: (slot: number) => boolean): void {
  forEachSlot(slots, (slot) => {
    if (!fits(slot)) removeSlot(slots, slot);
  });
}

function recordOf<Name extends string, Item>(names: readonly Name[], make: (name: Name) => Item): Record<Name, Item> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Item>;
}

function longer<Column extends { set(values: Column): void }>(column: Column, larger: Column): Column {
  larger.set(column);
  return larger;
}
