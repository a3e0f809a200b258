import {
  FLAG_FILTERS,
  RANGE_FILTERS,
  VALUE_FILTERS,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { OFFERS, type Offer } from '#features/catalog/listings/model/listing.ts';
import { addSlot, type Bitmap, grown, hasSlot, newBitmap, removeSlot } from './bitmap.ts';
import type { OrderKey } from './car-order.ts';
import { type FlagName, ImportFacts, type IndexedCar, type ValueName } from './indexed-car.ts';
import { TextIndex } from './text-index.ts';
import { ValueColumn } from './value-column.ts';

const INITIAL_SLOTS = 1024;
const VALUE_NAMES: readonly ValueName[] = ['make', 'model', 'year', ...VALUE_FILTERS];
/** Facts with so many values that one bitmap each would take too much memory. */
const MANY_VALUED: readonly ValueName[] = ['make', 'model', 'city', 'seller'];
const FLAG_NAMES: readonly FlagName[] = [...FLAG_FILTERS, 'hasPictures'];

/** The facts of the public cars by slot: numbers in typed arrays, and the cars of each value and of each word. */
export class CarColumns {
  capacity = INITIAL_SLOTS;
  ids = new Float64Array(INITIAL_SLOTS);
  /** Microseconds since 1970. */
  postedAt = new Float64Array(INITIAL_SLOTS);
  #reviews = new Uint32Array(INITIAL_SLOTS);
  #stars = new Uint32Array(INITIAL_SLOTS);
  /** NaN is an unknown number. */
  readonly numbers = recordOf(RANGE_FILTERS, () => new Float64Array(INITIAL_SLOTS));
  readonly offers: Record<Offer, Bitmap> = recordOf(OFFERS, () => newBitmap(INITIAL_SLOTS));
  readonly flags = recordOf(FLAG_NAMES, () => newBitmap(INITIAL_SLOTS));
  readonly values = recordOf(VALUE_NAMES, (name) => new ValueColumn(INITIAL_SLOTS, !MANY_VALUED.includes(name)));
  readonly words = new TextIndex();
  readonly imports = new ImportFacts(INITIAL_SLOTS);

  /** Writes the facts of a car into an unused slot. */
  write(slot: number, car: IndexedCar): void {
    if (slot >= this.capacity) this.#grow();
    this.ids[slot] = car.id;
    this.postedAt[slot] = car.postedAt;
    this.#reviews[slot] = car.reviewCount;
    this.#stars[slot] = car.ratingSum;
    for (const name of RANGE_FILTERS) this.numbers[name][slot] = car.numbers[name] ?? Number.NaN;
    for (const name of VALUE_NAMES) this.values[name].set(slot, car.values[name], car.offer);
    for (const name of FLAG_NAMES) if (car.flags[name]) addSlot(this.flags[name], slot);
    addSlot(this.offers[car.offer], slot);
    this.words.add(slot, car.words, this.capacity);
    if (car.imported) this.imports.write(slot, car.imported);
  }

  remove(slot: number): void {
    const offer = this.offerOf(slot);
    for (const bitmap of [this.offers[offer], ...Object.values(this.flags)]) removeSlot(bitmap, slot);
    for (const name of VALUE_NAMES) this.values[name].remove(slot, offer);
    this.words.remove(slot);
  }

  offerOf(slot: number): Offer {
    return hasSlot(this.offers.Rent, slot) ? 'Rent' : 'Sell';
  }

  /** What cars are ordered by; NaN if unknown. */
  keyOf(key: OrderKey, slot: number): number {
    switch (key) {
      case 'postedAt':
        return this.postedAt[slot]!;
      case 'price':
        return this.numbers.priceCents[slot]!;
      case 'mileage':
        return this.numbers.mileageKm[slot]!;
      case 'year':
        return this.numbers.year[slot]!;
    }
  }

  /** Compares in whole tenths, because 4.1 times 30 is less than 123 in floating point. */
  isRated(slot: number, minRating: number): boolean {
    const reviews = this.#reviews[slot]!;
    return reviews > 0 && 10 * this.#stars[slot]! >= Math.round(10 * minRating) * reviews;
  }

  #grow(): void {
    const capacity = 2 * this.capacity;
    this.capacity = capacity;
    this.ids = longer(this.ids, new Float64Array(capacity));
    this.postedAt = longer(this.postedAt, new Float64Array(capacity));
    this.#reviews = longer(this.#reviews, new Uint32Array(capacity));
    this.#stars = longer(this.#stars, new Uint32Array(capacity));
    for (const name of RANGE_FILTERS) this.numbers[name] = longer(this.numbers[name], new Float64Array(capacity));
    for (const offer of OFFERS) this.offers[offer] = grown(this.offers[offer], capacity);
    for (const name of FLAG_NAMES) this.flags[name] = grown(this.flags[name], capacity);
    for (const name of VALUE_NAMES) this.values[name].grow(capacity);
    this.imports.grow(capacity);
  }
}

export function recordOf<Name extends string, Item>(
  names: readonly Name[],
  make: (name: Name) => Item,
): Record<Name, Item> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Item>;
}

function longer<Column extends { set(values: Column): void }>(column: Column, larger: Column): Column {
  larger.set(column);
  return larger;
}
