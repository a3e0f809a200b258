import type { ListingCriteria, ListingOrder, VehicleKey } from '#features/listings/model/criteria/listing-criteria.ts';
import { OFFERS, type Offer } from '#features/listings/model/listing.ts';
import {
  CHOICE_NAMES,
  type ChoiceName,
  type Choices,
  type OptionOf,
  optionsOf,
} from '#features/listings/model/listing-fields.ts';
import {
  addSlot,
  type Bitmap,
  countCommon,
  countSlots,
  forEachSlot,
  grown,
  hasSlot,
  intersect,
  newBitmap,
  removeSlot,
} from './bitmap.ts';
import { SlotLists } from './slot-lists.ts';
import { SortedSlots } from './sorted-slots.ts';
import { type Place, TextArena } from './text-arena.ts';

/** What the index knows of a public car. */
export type IndexedCar = {
  id: number;
  offer: Offer;
  makeId: number;
  modelId: number;
  year: number;
  priceCents: number;
  /** Microseconds since 1970, as exact as PostgreSQL sorts. */
  postedAt: number;
  choices: { [Name in ChoiceName]: Choices[Name] | null };
  certified: boolean;
  hasPictures: boolean;
  reviewCount: number;
  ratingSum: number;
  /** The response of a card as JSON. */
  card: string;
};

/** The slots of the cars that match some criteria. Valid until the next call of `match` or change of the index. */
export type Matches = { slots: Bitmap; count: number; offer: Offer; isWholeOffer: boolean };

export type CountedBy = 'make' | 'model' | 'year';
/** In place of the number of a car type. */
export const NO_TYPE = 255;

const COUNTED_BY: CountedBy[] = ['make', 'model', 'year'];
const INITIAL_SLOTS = 1024;
/** Sorting costs about this many times more per car than passing over a car that does not match. */
const SORT_COST = 16;
const CAR_TYPES: readonly string[] = optionsOf('carType');

/**
 * The public cars in memory, by slot: facts in typed arrays, sets of slots for facts with few values, lists of slots for
 * makes and models, and one sorted order per offer and key.
 */
export class CarIndex {
  #capacity = INITIAL_SLOTS;
  #used = 0;
  readonly #freeSlots: number[] = [];
  readonly #slotOf = new Map<number, number>();

  #ids = new Float64Array(INITIAL_SLOTS);
  #prices = new Float64Array(INITIAL_SLOTS);
  #postedAt = new Float64Array(INITIAL_SLOTS);
  #makes = new Uint32Array(INITIAL_SLOTS);
  #models = new Uint32Array(INITIAL_SLOTS);
  #years = new Uint16Array(INITIAL_SLOTS);
  #types = new Uint8Array(INITIAL_SLOTS);
  #reviews = new Uint32Array(INITIAL_SLOTS);
  #stars = new Uint32Array(INITIAL_SLOTS);
  readonly #sets = new Map<string, Bitmap>();
  readonly #setsOfSlot: (readonly string[])[] = [];
  /** One array for all cars in the same sets. */
  readonly #sharedSets = new Map<string, readonly string[]>();
  readonly #vehicles = new SlotLists();
  readonly #cards = new TextArena();
  readonly #places: Place[] = [];
  readonly #newest: Record<Offer, SortedSlots>;
  readonly #cheapest: Record<Offer, SortedSlots>;
  readonly #totals: Record<Offer, Record<CountedBy, Map<number, number>>>;
  #scratch = newBitmap(INITIAL_SLOTS);

  constructor() {
    const byDate = (a: number, b: number) => this.#postedAt[b]! - this.#postedAt[a]! || this.#ids[b]! - this.#ids[a]!;
    const byPrice = (a: number, b: number) => this.#prices[a]! - this.#prices[b]! || this.#ids[a]! - this.#ids[b]!;
    const emptyTotals = () => ({ make: new Map(), model: new Map(), year: new Map() });
    this.#newest = { Sell: new SortedSlots(byDate), Rent: new SortedSlots(byDate) };
    this.#cheapest = { Sell: new SortedSlots(byPrice), Rent: new SortedSlots(byPrice) };
    this.#totals = { Sell: emptyTotals(), Rent: emptyTotals() };
  }

  /** Fills an empty index. */
  load(cars: Iterable<IndexedCar>): void {
    const slots: Record<Offer, number[]> = { Sell: [], Rent: [] };
    for (const car of cars) slots[car.offer].push(this.#store(car));
    for (const offer of OFFERS) {
      this.#newest[offer].load(slots[offer]);
      this.#cheapest[offer].load(slots[offer]);
    }
  }

  put(car: IndexedCar): void {
    this.delete(car.id);
    const slot = this.#store(car);
    this.#newest[car.offer].add(slot);
    this.#cheapest[car.offer].add(slot);
  }

  delete(id: number): void {
    const slot = this.#slotOf.get(id);
    if (slot === undefined) return;
    const offer = this.offerOf(slot);
    this.#newest[offer].remove(slot);
    this.#cheapest[offer].remove(slot);
    for (const name of this.#setsOfSlot[slot]!) removeSlot(this.#sets.get(name)!, slot);
    for (const by of COUNTED_BY) this.#addToTotal(offer, by, slot, -1);
    this.#vehicles.remove(this.#makes[slot]!, slot);
    this.#vehicles.remove(-this.#models[slot]!, slot);
    this.#cards.remove(this.#places[slot]!);
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

  makeOf(slot: number): number {
    return this.#makes[slot]!;
  }

  priceOf(slot: number): number {
    return this.#prices[slot]!;
  }

  /** The position of the car's type in the options; NO_TYPE if unknown. */
  typeOf(slot: number): number {
    return this.#types[slot]!;
  }

  /** Microseconds since 1970. */
  postedAtOf(slot: number): number {
    return this.#postedAt[slot]!;
  }

  offerOf(slot: number): Offer {
    return hasSlot(this.#set('Rent'), slot) ? 'Rent' : 'Sell';
  }

  /** Does not know words in texts. */
  match(criteria: ListingCriteria, also: { certified?: true; hasPictures?: true } = {}): Matches {
    const { offer, vehicles, year, minPriceCents, maxPriceCents, minRating } = criteria;
    const wanted = [
      ...CHOICE_NAMES.flatMap((name) => (criteria[name] === undefined ? [] : [`${name} ${criteria[name]}`])),
      ...(year === undefined ? [] : [`year ${year}`]),
      ...Object.keys(also),
    ];
    const priced = minPriceCents !== undefined || maxPriceCents !== undefined;
    const ofOffer = this.#set(offer);
    if (wanted.length === 0 && vehicles === undefined && !priced && minRating === undefined)
      return { slots: ofOffer, count: this.#newest[offer].length, offer, isWholeOffer: true };
    const slots = this.#scratch;
    if (vehicles === undefined) slots.set(ofOffer);
    else this.#takeVehicles(slots, vehicles, ofOffer);
    for (const name of wanted) intersect(slots, this.#set(name));
    if (priced) this.#keep(slots, (slot) => within(this.#prices[slot]!, minPriceCents, maxPriceCents));
    if (minRating !== undefined) this.#keep(slots, (slot) => this.#isRated(slot, minRating));
    return { slots, count: countSlots(slots), offer, isWholeOffer: false };
  }

  /** Returns the slots of one page in order. */
  page({ slots, count, offer }: Matches, order: ListingOrder, skip: number, limit: number): number[] {
    const most = Math.min(limit, count - skip);
    if (most <= 0) return [];
    const sorted = order === 'newest' ? this.#newest[offer] : this.#cheapest[offer];
    const last = sorted.length - 1;
    const at = (position: number) => sorted.at(order === 'price-desc' ? last - position : position);
    if (count === sorted.length) return Array.from({ length: most }, (_, index) => at(skip + index));
    const passed = ((skip + most) * sorted.length) / count;
    if (passed > count * SORT_COST) return this.#sortedSlots(slots, order).slice(skip, skip + most);
    const page: number[] = [];
    for (let position = 0, before = skip; page.length < most; position++) {
      const slot = at(position);
      if (!hasSlot(slots, slot)) continue;
      if (before > 0) before -= 1;
      else page.push(slot);
    }
    return page;
  }

  /** Counts the matches by one fact. */
  countBy({ slots, offer, isWholeOffer }: Matches, by: CountedBy): ReadonlyMap<number, number> {
    if (isWholeOffer) return this.#totals[offer][by];
    const column = this.#column(by);
    const counts = new Map<number, number>();
    forEachSlot(slots, (slot) => {
      const value = column[slot]!;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    });
    return counts;
  }

  countOption<Name extends ChoiceName>({ slots }: Matches, name: Name, option: OptionOf<Name>): number {
    return countCommon(slots, this.#set(`${name} ${option}`));
  }

  /** Returns up to `limit` slots in price order, upward or downward from a price, which is included. */
  nearestInPrice({ slots, offer }: Matches, cents: number, direction: 'up' | 'down', limit: number): number[] {
    const sorted = this.#cheapest[offer];
    const first = firstAtLeast(sorted, (slot) => this.#prices[slot]! >= (direction === 'up' ? cents : cents + 1));
    const step = direction === 'up' ? 1 : -1;
    const found: number[] = [];
    for (let at = direction === 'up' ? first : first - 1; at >= 0 && at < sorted.length; at += step) {
      if (found.length === limit) break;
      if (hasSlot(slots, sorted.at(at))) found.push(sorted.at(at));
    }
    return found;
  }

  #store(car: IndexedCar): number {
    const slot = this.#freeSlots.pop() ?? this.#used++;
    if (slot >= this.#capacity) this.#grow();
    this.#slotOf.set(car.id, slot);
    this.#ids[slot] = car.id;
    this.#prices[slot] = car.priceCents;
    this.#postedAt[slot] = car.postedAt;
    this.#makes[slot] = car.makeId;
    this.#models[slot] = car.modelId;
    this.#years[slot] = car.year;
    this.#types[slot] = car.choices.carType ? CAR_TYPES.indexOf(car.choices.carType) : NO_TYPE;
    this.#reviews[slot] = car.reviewCount;
    this.#stars[slot] = car.ratingSum;
    const sets = this.#shared(setsOf(car));
    for (const name of sets) addSlot(this.#set(name), slot);
    this.#setsOfSlot[slot] = sets;
    this.#vehicles.add(car.makeId, slot);
    this.#vehicles.add(-car.modelId, slot);
    this.#places[slot] = this.#cards.add(car.card);
    for (const by of COUNTED_BY) this.#addToTotal(car.offer, by, slot, 1);
    return slot;
  }

  #grow(): void {
    this.#capacity *= 2;
    this.#ids = longer(this.#ids, new Float64Array(this.#capacity));
    this.#prices = longer(this.#prices, new Float64Array(this.#capacity));
    this.#postedAt = longer(this.#postedAt, new Float64Array(this.#capacity));
    this.#makes = longer(this.#makes, new Uint32Array(this.#capacity));
    this.#models = longer(this.#models, new Uint32Array(this.#capacity));
    this.#years = longer(this.#years, new Uint16Array(this.#capacity));
    this.#types = longer(this.#types, new Uint8Array(this.#capacity));
    this.#reviews = longer(this.#reviews, new Uint32Array(this.#capacity));
    this.#stars = longer(this.#stars, new Uint32Array(this.#capacity));
    for (const [name, bitmap] of this.#sets) this.#sets.set(name, grown(bitmap, this.#capacity));
    this.#scratch = newBitmap(this.#capacity);
  }

  #shared(sets: readonly string[]): readonly string[] {
    const key = sets.join();
    const shared = this.#sharedSets.get(key);
    if (shared) return shared;
    this.#sharedSets.set(key, sets);
    return sets;
  }

  #set(name: string): Bitmap {
    let set = this.#sets.get(name);
    if (!set) {
      set = newBitmap(this.#capacity);
      this.#sets.set(name, set);
    }
    return set;
  }

  #column(by: CountedBy) {
    return { make: this.#makes, model: this.#models, year: this.#years }[by];
  }

  #addToTotal(offer: Offer, by: CountedBy, slot: number, change: 1 | -1): void {
    const totals = this.#totals[offer][by];
    const value = this.#column(by)[slot]!;
    const cars = (totals.get(value) ?? 0) + change;
    if (cars === 0) totals.delete(value);
    else totals.set(value, cars);
  }

  #takeVehicles(slots: Bitmap, keys: VehicleKey[], ofOffer: Bitmap): void {
    slots.fill(0);
    for (const key of keys) for (const slot of this.#vehicles.of(key)) addSlot(slots, slot);
    intersect(slots, ofOffer);
  }

  #keep(slots: Bitmap, fits: (slot: number) => boolean): void {
    forEachSlot(slots, (slot) => {
      if (!fits(slot)) removeSlot(slots, slot);
    });
  }

  /** In whole tenths, because 4.1 times 30 is less than 123 in floating point. */
  #isRated(slot: number, minRating: number): boolean {
    const reviews = this.#reviews[slot]!;
    return reviews > 0 && 10 * this.#stars[slot]! >= Math.round(10 * minRating) * reviews;
  }

  #sortedSlots(slots: Bitmap, order: ListingOrder): number[] {
    const all: number[] = [];
    forEachSlot(slots, (slot) => all.push(slot));
    const [keys, sign] = order === 'newest' ? [this.#postedAt, -1] : [this.#prices, order === 'price-asc' ? 1 : -1];
    return all.sort((a, b) => sign * (keys[a]! - keys[b]! || this.#ids[a]! - this.#ids[b]!));
  }
}

/** The sets that contain a car. */
function setsOf({ offer, year, choices, certified, hasPictures }: IndexedCar): string[] {
  const chosen = CHOICE_NAMES.flatMap((name) => (choices[name] === null ? [] : [`${name} ${choices[name]}`]));
  return [
    offer,
    `year ${year}`,
    ...chosen,
    ...(certified ? ['certified'] : []),
    ...(hasPictures ? ['hasPictures'] : []),
  ];
}

const within = (value: number, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY) =>
  value >= min && value <= max;

function longer<Column extends { set(values: Column): void }>(column: Column, larger: Column): Column {
  larger.set(column);
  return larger;
}

/** Returns the first position whose slot passes, if all behind it pass too. */
function firstAtLeast(sorted: SortedSlots, passes: (slot: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(sorted.at(middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}
