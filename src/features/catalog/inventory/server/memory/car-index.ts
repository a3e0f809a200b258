import { LRUCache } from 'lru-cache';
import type {
  FlagFilter,
  ListingCriteria,
  ListOrder,
  MayImport,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { OFFERS, type Offer } from '#features/catalog/listings/model/listing.ts';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import type { Offer as PricedOffer } from '#features/customs/import-rules/model/landed/landed-cost.ts';
import { type Bitmap, hasSlot, intersect, newBitmap, slotsOf } from './bitmap.ts';
import { ByteArena } from './byte-arena.ts';
import { CarColumns, recordOf } from './car-columns.ts';
import { CarOrder, LIST_ORDERS, ORDER_KEYS } from './car-order.ts';
import type { DestinationColumn, LandedColumn, LightColumn } from './destinations/destination-columns.ts';
import type { WatchedCars } from './destinations/destinations.ts';
import { type Circumstances, type DestinationColumns, findMatches } from './find-matches.ts';
import type { FlagName, IndexedCar, ValueName } from './indexed-car.ts';
import { bestFirst, Matches, RecentMatches } from './matches.ts';
import type { Value, ValueCount } from './value-column.ts';

/** About 7,500 cars. */
const MAX_DETAIL_CHARS = 16 * 1024 * 1024;
/** Storing this many cars takes about five milliseconds. */
const STORED_AT_ONCE = 200;
/** Counting a list of slots is faster than counting bitmaps up to this share of all slots. */
const COUNTED_AS_LIST = 0.04;
/** Choosing a match costs about this many times more than passing over a car that does not match. */
const SORT_COST = 4;

/** The public cars in memory by slot: their facts, cards and recent details, and one sorted order per offer and key. */
export class CarIndex implements WatchedCars {
  #used = 0;
  readonly #freeSlots: number[] = [];
  readonly #slotOf = new Map<number, number>();
  readonly #columns = new CarColumns();
  /** How often each slot was written. */
  readonly #writes: number[] = [];
  readonly #details = new LRUCache<number, string>({
    maxSize: MAX_DETAIL_CHARS,
    sizeCalculation: ({ length }) => length,
  });
  readonly #cards = new ByteArena();
  readonly #orders = recordOf(OFFERS, () =>
    recordOf(
      ORDER_KEYS,
      (key) =>
        new CarOrder(
          (slot) => this.#columns.keyOf(key, slot),
          (slot) => this.#columns.ids[slot]!,
        ),
    ),
  );
  readonly #recent = new RecentMatches(this.#columns.capacity);
  #scratch = newBitmap(this.#columns.capacity);
  /** Columns that are notified of every change. */
  readonly #watching = new Set<DestinationColumn>();

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
      const slots = slotsOf(index.#columns.offers[offer]);
      for (const key of ORDER_KEYS) await index.#orders[offer][key].load(slots.slice(), pause);
    }
    return index;
  }

  put(car: IndexedCar): void {
    const before = this.#slotOf.get(car.id);
    const stays = before !== undefined && car.offer === 'Sell' && this.offerOf(before) === 'Sell';
    const [facts, price] = stays ? [this.#columns.imports.keyOf(before), this.priceOf(before)] : [];
    if (before !== undefined) this.#remove(car.id, before, stays);
    const slot = this.#store(car, stays);
    for (const key of ORDER_KEYS) this.#orders[car.offer][key].add(slot);
    if (!stays) return;
    const changed = { facts: this.#columns.imports.keyOf(slot) !== facts, price: this.priceOf(slot) !== price };
    for (const column of this.#watching) column.change(slot, changed);
  }

  delete(id: number): void {
    const slot = this.#slotOf.get(id);
    if (slot !== undefined) this.#remove(id, slot, false);
  }

  /** @param returns whether the car comes back into the same slot at once */
  #remove(id: number, slot: number, returns: boolean): void {
    this.#recent.forget();
    const offer = this.offerOf(slot);
    for (const key of ORDER_KEYS) this.#orders[offer][key].remove(slot);
    if (!returns) for (const column of this.#watching) column.leave(slot);
    this.#columns.remove(slot);
    this.#cards.remove(slot);
    this.#details.delete(id);
    this.#slotOf.delete(id);
    this.#freeSlots.push(slot);
  }

  size(offer: Offer): number {
    return this.#orders[offer].price.length;
  }

  watch(column: DestinationColumn): void {
    this.#watching.add(column);
  }

  unwatch(column: DestinationColumn): void {
    this.#watching.delete(column);
  }

  get capacity(): number {
    return this.#columns.capacity;
  }

  get forSale(): Bitmap {
    return this.#columns.offers.Sell;
  }

  /** The facts of a car for sale that the import rules ask for. */
  carOf(slot: number): ImportCar {
    return this.#columns.imports.carOf(slot);
  }

  /** What a car for sale costs in China. */
  pricedOfferOf(slot: number): PricedOffer {
    return this.#columns.imports.offerOf(slot, this.priceOf(slot));
  }

  readonly slotOf = (id: number): number | undefined => this.#slotOf.get(id);

  idOf(slot: number): number {
    return this.#columns.ids[slot]!;
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
    return this.#columns.values[name].valueOf(slot);
  }

  priceOf(slot: number): number {
    return this.#columns.numbers.priceCents[slot]!;
  }

  /** Microseconds since 1970. */
  postedAtOf(slot: number): number {
    return this.#columns.postedAt[slot]!;
  }

  offerOf(slot: number): Offer {
    return this.#columns.offerOf(slot);
  }

  hasWord(word: string): boolean {
    return this.#columns.words.has(word);
  }

  /** Does not know phrases. @param also flags that no criterion has */
  match(criteria: ListingCriteria, circumstances: Circumstances, also: readonly FlagName[] = []): Matches {
    const { offer, destination, mayImport, landedCents, listedWithinDays, freeDays } = criteria;
    const columns = this.#columns;
    const { light, landed } = circumstances.imports ?? {};
    const filters = Object.keys(criteria).length - (destination ? 2 : 1) + also.length;
    if (filters === 0) return this.#recent.whole(offer, columns.offers[offer], this.size(offer));
    if (filters === 1 && mayImport && offer === 'Sell')
      return this.#recent.whole(offer, light!.passing(mayImport), light!.count(mayImport));
    const find = (spare: Bitmap): Matches => {
      if (mayImport) {
        const { mayImport: _, ...ofAnyLight } = criteria;
        return this.match(ofAnyLight, circumstances, also).within(light!.passing(mayImport), spare);
      }
      const needs = {
        ...circumstances,
        columns,
        orders: this.#orders[offer],
        slotOf: this.slotOf,
        scratch: this.#scratch,
      };
      const matches = findMatches(criteria, needs, spare);
      if (also.length === 0) return matches;
      for (const name of also) intersect(matches.bitmap, columns.flags[name]);
      return Matches.inBitmap(offer, matches.bitmap);
    };
    const isTimeless = listedWithinDays === undefined && freeDays === undefined && also.length === 0;
    const basis = [mayImport && light, landedCents && landed];
    return isTimeless ? this.#recent.of(criteria, basis, find) : this.#recent.once(find);
  }

  /** Returns the slots of one page in order. */
  page(matches: Matches, order: ListOrder, skip: number, limit: number, { landed }: DestinationColumns = {}): number[] {
    const { count, offer } = matches;
    const most = Math.min(limit, count - skip);
    if (most <= 0) return [];
    const { key, descending } = LIST_ORDERS[order];
    const sorted = key === 'landed' ? landed!.order : this.#orders[offer][key];
    if (count === sorted.length) return Array.from({ length: most }, (_, index) => sorted.at(skip + index, descending));
    const passed = ((skip + most) * sorted.length) / count;
    if (passed > count * SORT_COST) return sorted.first(matches.list, skip + most, descending).slice(skip);
    const { bitmap } = matches;
    const page: number[] = [];
    for (let position = 0, before = skip; page.length < most; position++) {
      const slot = sorted.at(position, descending);
      if (!hasSlot(bitmap, slot)) continue;
      if (before > 0) before -= 1;
      else page.push(slot);
    }
    return page;
  }

  /** Counts the matches by one fact. */
  countBy(matches: Matches, name: ValueName): ValueCount[] {
    const { count, offer } = matches;
    const values = this.#columns.values[name];
    if (count === this.size(offer)) return values.countAll(offer);
    const isShort = matches.isListed || count <= this.#columns.capacity * COUNTED_AS_LIST;
    return isShort ? values.countListed(matches.list) : values.count(matches.bitmap, count);
  }

  countFlag(matches: Matches, name: FlagFilter): number {
    return matches.countIn(this.#columns.flags[name]);
  }

  /** Counts the matches without a landed cost. */
  countWithoutTotal(matches: Matches, { withTotal, countWithTotal }: LandedColumn): number {
    return matches.count - (this.#areAllForSale(matches) ? countWithTotal : matches.countIn(withTotal));
  }

  /** Splits matches into parts, best first. Each is valid until the next one, and until other criteria are matched. */
  bestFirst(matches: Matches, light: LightColumn | undefined): Generator<Matches> {
    return bestFirst(matches, light, this.#columns.flags.hasPictures, this.#scratch);
  }

  /** Counts the matches that a value of the filter by light leaves in the list. */
  countLight(matches: Matches, light: LightColumn, value: MayImport): number {
    return this.#areAllForSale(matches) ? light.count(value) : matches.countIn(light.passing(value));
  }

  #areAllForSale({ offer, count }: Matches): boolean {
    return offer === 'Sell' && count === this.size('Sell');
  }

  /** Returns up to `limit` slots in price order, upward or downward from a price, which is included. */
  nearestInPrice({ bitmap, offer }: Matches, cents: number, direction: 'up' | 'down', limit: number): number[] {
    const sorted = this.#orders[offer].price;
    const first = sorted.firstFrom(direction === 'up' ? cents : cents + 1);
    const step = direction === 'up' ? 1 : -1;
    const found: number[] = [];
    for (let at = direction === 'up' ? first : first - 1; at >= 0 && at < sorted.length; at += step) {
      if (found.length === limit) break;
      const slot = sorted.at(at, false);
      if (hasSlot(bitmap, slot)) found.push(slot);
    }
    return found;
  }

  #store(car: IndexedCar, returns = false): number {
    this.#recent.forget();
    const slot = this.#freeSlots.pop() ?? this.#used++;
    const { capacity } = this.#columns;
    this.#columns.write(slot, car);
    if (this.#columns.capacity > capacity) {
      for (const column of this.#watching) column.grow(this.#columns.capacity);
      this.#recent.resize(this.#columns.capacity);
      this.#scratch = newBitmap(this.#columns.capacity);
    }
    if (car.offer === 'Sell' && !returns) for (const column of this.#watching) column.enter(slot);
    this.#slotOf.set(car.id, slot);
    this.#writes[slot] = (this.#writes[slot] ?? 0) + 1;
    this.#cards.set(slot, Buffer.from(car.card));
    return slot;
  }
}
