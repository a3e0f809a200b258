import type { ListOrder, NumberRange } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { SortedSlots } from './sorted-slots.ts';

/** What cars are ordered by. */
export type OrderKey = 'postedAt' | 'price' | 'mileage' | 'year';
/** `landed` is an order of a destination. */
export const LIST_ORDERS: Record<ListOrder, { key: OrderKey | 'landed'; descending: boolean }> = {
  newest: { key: 'postedAt', descending: true },
  oldest: { key: 'postedAt', descending: false },
  'price-asc': { key: 'price', descending: false },
  'price-desc': { key: 'price', descending: true },
  'mileage-asc': { key: 'mileage', descending: false },
  'mileage-desc': { key: 'mileage', descending: true },
  'year-asc': { key: 'year', descending: false },
  'year-desc': { key: 'year', descending: true },
  'landed-asc': { key: 'landed', descending: false },
  'landed-desc': { key: 'landed', descending: true },
};
export const ORDER_KEYS: readonly OrderKey[] = ['postedAt', 'price', 'mileage', 'year'];

/** Cars in and out of a range. Valid until the order changes; must not be changed. */
export type RangeSplit = { inside: Uint32Array; outside: Uint32Array[] };

/** More are sorted. */
const MAX_INSERTED = 100;

/**
 * The cars of an offer in ascending order of a key, then of their ids. Read in either direction, cars without a key come
 * last.
 */
export class CarOrder {
  readonly #sorted: SortedSlots;
  readonly #keyOf: (slot: number) => number;
  readonly #idOf: (slot: number) => number;
  #withoutKey = 0;

  /** @param keyOf the key of a car, NaN if it has none */
  constructor(keyOf: (slot: number) => number, idOf: (slot: number) => number) {
    this.#keyOf = keyOf;
    this.#idOf = idOf;
    this.#sorted = new SortedSlots((a, b) => compareKeys(keyOf(a), keyOf(b)) || idOf(a) - idOf(b));
  }

  get length(): number {
    return this.#sorted.length;
  }

  /** Replaces all cars. */
  async load(slots: Uint32Array<ArrayBuffer>, pause: () => Promise<void>): Promise<void> {
    this.#withoutKey = slots.reduce((count, slot) => count + this.#lacksKey(slot), 0);
    await this.#sorted.load(slots, pause);
  }

  add(slot: number): void {
    this.#sorted.add(slot);
    this.#withoutKey += this.#lacksKey(slot);
  }

  /** Removes a car whose key has not changed since it was added. */
  remove(slot: number): void {
    this.#sorted.remove(slot);
    this.#withoutKey -= this.#lacksKey(slot);
  }

  at(position: number, descending: boolean): number {
    if (!descending) return this.#sorted.at(position);
    const last = this.length - 1;
    const withKey = this.length - this.#withoutKey;
    return this.#sorted.at(position < withKey ? withKey - 1 - position : last - (position - withKey));
  }

  /** Returns the first ones of some of the cars in the same order. */
  first(slots: Uint32Array, count: number, descending: boolean): number[] {
    const sign = descending ? -1 : 1;
    const compare = (a: number, b: number) => {
      const [one, other] = [this.#keyOf(a), this.#keyOf(b)];
      const byKey = Number.isNaN(one) || Number.isNaN(other) ? compareKeys(one, other) : sign * (one - other);
      return byKey || sign * (this.#idOf(a) - this.#idOf(b));
    };
    if (count > MAX_INSERTED) return Array.from(slots).sort(compare).slice(0, count);
    const first: number[] = [];
    for (const slot of slots) {
      if (first.length === count && compare(first[count - 1]!, slot) < 0) continue;
      let at = Math.min(first.length, count - 1);
      for (; at > 0 && compare(first[at - 1]!, slot) > 0; at--) first[at] = first[at - 1]!;
      first[at] = slot;
    }
    return first;
  }

  /** Splits the cars by whether their keys are in a range, both ends included. */
  split({ min, max }: NumberRange): RangeSplit {
    const from = min === undefined ? 0 : this.firstFrom(min);
    const to = Math.max(from, max === undefined ? this.length - this.#withoutKey : this.#firstAbove(max));
    const part = (start: number, end: number) => this.#sorted.part(start, end);
    return { inside: part(from, to), outside: [part(0, from), part(to, this.length)] };
  }

  /** Returns the first position from which on all keys are at least as large. */
  firstFrom(key: number): number {
    return this.#firstWhere((each) => each >= key);
  }

  #firstAbove(key: number): number {
    return this.#firstWhere((each) => each > key);
  }

  /** @param isReached true for all keys from one on */
  #firstWhere(isReached: (key: number) => boolean): number {
    let low = 0;
    let high = this.length - this.#withoutKey;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isReached(this.#keyOf(this.#sorted.at(middle)))) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #lacksKey(slot: number): 0 | 1 {
    return Number.isNaN(this.#keyOf(slot)) ? 1 : 0;
  }
}

/** Cars without a key come last. */
function compareKeys(a: number, b: number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  return Number.isNaN(b) ? -1 : a - b;
}
