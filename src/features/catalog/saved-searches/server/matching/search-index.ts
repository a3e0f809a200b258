import {
  FLAG_FILTERS,
  type ListingCriteria,
  RANGE_FILTERS,
  VALUE_FILTERS,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { CarFacts, Circumstances } from '../../model/car-facts.ts';
import { fitsExtra, type RareCriteria, rareCriteriaOf } from './rare-criteria.ts';

/**
 * Facts by which a search is found, most selective first. A search is listed under each wanted value of the first one that it has; the car's
 * own values then give all searches that can match it.
 */
const KEYS = ['seller', 'vehicles', 'city', 'province', 'color', 'carType', 'fuelType'] as const;
const OFFER_KEY = 'offer';

const FIRST_SLOTS = 1_024;
const RANGES = RANGE_FILTERS.length;
/** Follows the filters by values in the pool. */
const VEHICLES = VALUE_FILTERS.length;
const LOWEST = -2_147_483_648;
const HIGHEST = 2_147_483_647;
const clamped = (number: number) => Math.max(LOWEST, Math.min(HIGHEST, Math.round(number)));

/** A list of slots that grows. */
class Posting {
  slots = new Int32Array(4);
  length = 0;

  add(slot: number): void {
    if (this.length === this.slots.length) {
      const grown = new Int32Array(this.length * 2);
      grown.set(this.slots);
      this.slots = grown;
    }
    this.slots[this.length++] = slot;
  }

  remove(slot: number): void {
    const at = this.slots.subarray(0, this.length).indexOf(slot);
    if (at < 0) return;
    this.length -= 1;
    this.slots[at] = this.slots[this.length]!;
  }
}

type Indexed = { slot: number; keys: string[] };

/** Saved searches in typed arrays, about 150 bytes each, that finds those which match a car. */
export class SearchIndex {
  #capacity = FIRST_SLOTS;
  #ids = new Float64Array(FIRST_SLOTS);
  #offers = new Uint8Array(FIRST_SLOTS);
  /** Bits of the ranges that a search has. */
  #ranged = new Uint8Array(FIRST_SLOTS);
  /** Least and highest number of each range, side by side. */
  #bounds = new Int32Array(FIRST_SLOTS * RANGES * 2);
  #flags = new Uint8Array(FIRST_SLOTS);
  /** Where the wanted values of a search begin and end in the pool. */
  #valuesFrom = new Int32Array(FIRST_SLOTS);
  #valuesTo = new Int32Array(FIRST_SLOTS);
  /** Filter, number of values, values. */
  #pool = new Int32Array(FIRST_SLOTS * 4);
  #poolLength = 0;
  #unused = 0;
  /** The last car for which a search was visited. */
  #visited = new Uint32Array(FIRST_SLOTS);
  #visit = 0;
  readonly #rare = new Map<number, RareCriteria>();
  readonly #codes = new Map<string | number, number>();
  readonly #postings = new Map<string, Posting>();
  readonly #bySearch = new Map<number, Indexed>();
  readonly #free: number[] = [];
  #slots = 0;

  get size(): number {
    return this.#bySearch.size;
  }

  /** Memory in use by the arrays. */
  get bytes(): number {
    const arrays = [this.#ids, this.#offers, this.#ranged, this.#bounds, this.#flags, this.#valuesFrom, this.#valuesTo];
    const postings = [...this.#postings.values()].reduce((sum, { slots }) => sum + slots.byteLength, 0);
    return [...arrays, this.#pool, this.#visited].reduce((sum, { byteLength }) => sum + byteLength, postings);
  }

  has(id: number): boolean {
    return this.#bySearch.has(id);
  }

  /** Adds a search, or replaces it. */
  put(id: number, criteria: ListingCriteria): void {
    this.delete(id);
    const slot = this.#free.pop() ?? this.#slots++;
    if (slot >= this.#capacity) this.#grow();
    this.#ids[slot] = id;
    this.#offers[slot] = criteria.offer === 'Rent' ? 1 : 0;
    this.#flags[slot] = FLAG_FILTERS.reduce((bits, name, at) => bits | (criteria[name] ? 1 << at : 0), 0);
    this.#writeRanges(slot, criteria);
    this.#writeValues(slot, criteria);
    const rare = rareCriteriaOf(criteria);
    if (rare) this.#rare.set(slot, rare);
    const keys = keysOf(criteria);
    for (const key of keys) this.#posting(key).add(slot);
    this.#bySearch.set(id, { slot, keys });
  }

  delete(id: number): void {
    const known = this.#bySearch.get(id);
    if (!known) return;
    const { slot, keys } = known;
    for (const key of keys) this.#postings.get(key)?.remove(slot);
    this.#unused += this.#valuesTo[slot]! - this.#valuesFrom[slot]!;
    this.#rare.delete(slot);
    this.#bySearch.delete(id);
    this.#free.push(slot);
    if (this.#unused > this.#poolLength / 2 && this.#unused > FIRST_SLOTS) this.#compact();
  }

  /** Returns the ids of the searches that match a car. */
  matches(car: CarFacts, circumstances: Circumstances): number[] {
    const found: number[] = [];
    const codes = this.#codesOf(car);
    const numbers = RANGE_FILTERS.map((name) => car.numbers[name]);
    const flags = FLAG_FILTERS.reduce((bits, name, at) => bits | (car.flags[name] ? 1 << at : 0), 0);
    const offer = car.offer === 'Rent' ? 1 : 0;
    this.#visit += 1;
    for (const key of keysOfCar(car)) {
      const posting = this.#postings.get(key);
      if (!posting) continue;
      const { slots, length } = posting;
      for (let at = 0; at < length; at++) {
        const slot = slots[at]!;
        if (this.#visited[slot] === this.#visit) continue;
        this.#visited[slot] = this.#visit;
        if (this.#offers[slot] !== offer || (this.#flags[slot]! & ~flags) !== 0) continue;
        if (!this.#fitsRanges(slot, numbers) || !this.#fitsValues(slot, codes)) continue;
        const rare = this.#rare.get(slot);
        if (rare && !fitsExtra(car, rare, circumstances)) continue;
        found.push(this.#ids[slot]!);
      }
    }
    return found;
  }

  #fitsRanges(slot: number, numbers: readonly (number | null)[]): boolean {
    const ranged = this.#ranged[slot]!;
    for (let range = 0; range < RANGES; range++) {
      if ((ranged & (1 << range)) === 0) continue;
      const number = numbers[range];
      const at = (slot * RANGES + range) * 2;
      if (number == null || number < this.#bounds[at]! || number > this.#bounds[at + 1]!) return false;
    }
    return true;
  }

  /** Whether the car has one of the wanted values of each filter. */
  #fitsValues(slot: number, codes: Int32Array): boolean {
    const pool = this.#pool;
    const end = this.#valuesTo[slot]!;
    for (let at = this.#valuesFrom[slot]!; at < end; ) {
      const filter = pool[at]!;
      const last = at + 2 + pool[at + 1]!;
      let fits = false;
      for (at += 2; at < last; at++) {
        const wanted = pool[at];
        if (wanted === codes[filter] || (filter === VEHICLES && wanted === codes[VEHICLES + 1])) fits = true;
      }
      if (!fits) return false;
    }
    return true;
  }

  /** Codes of the car's values by filter, then its make and its model. 0 is no value that a search can want. */
  #codesOf({ values }: CarFacts): Int32Array {
    const codes = new Int32Array(VEHICLES + 2);
    for (const [filter, name] of VALUE_FILTERS.entries()) {
      const value = values[name];
      if (value != null) codes[filter] = this.#codes.get(value) ?? 0;
    }
    codes[VEHICLES] = Number(values.make ?? 0);
    codes[VEHICLES + 1] = -Number(values.model ?? 0);
    return codes;
  }

  #code(value: string | number): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    this.#codes.set(value, this.#codes.size + 1);
    return this.#codes.size;
  }

  #writeRanges(slot: number, criteria: ListingCriteria): void {
    let ranged = 0;
    for (const [range, name] of RANGE_FILTERS.entries()) {
      const { min, max } = criteria[name] ?? {};
      if (min === undefined && max === undefined) continue;
      ranged |= 1 << range;
      const at = (slot * RANGES + range) * 2;
      this.#bounds[at] = min === undefined ? LOWEST : clamped(min);
      this.#bounds[at + 1] = max === undefined ? HIGHEST : clamped(max);
    }
    this.#ranged[slot] = ranged;
  }

  #writeValues(slot: number, criteria: ListingCriteria): void {
    this.#valuesFrom[slot] = this.#poolLength;
    for (const [filter, name] of VALUE_FILTERS.entries()) {
      const values: readonly (string | number)[] | undefined = criteria[name];
      if (values) this.#push([filter, values.length, ...values.map((value) => this.#code(value))]);
    }
    if (criteria.vehicles) this.#push([VEHICLES, criteria.vehicles.length, ...criteria.vehicles]);
    this.#valuesTo[slot] = this.#poolLength;
  }

  #push(numbers: readonly number[]): void {
    while (this.#poolLength + numbers.length > this.#pool.length) {
      const grown = new Int32Array(this.#pool.length * 2);
      grown.set(this.#pool);
      this.#pool = grown;
    }
    this.#pool.set(numbers, this.#poolLength);
    this.#poolLength += numbers.length;
  }

  #compact(): void {
    const packed = new Int32Array(Math.max(FIRST_SLOTS, 2 * (this.#poolLength - this.#unused)));
    let length = 0;
    for (const { slot } of this.#bySearch.values()) {
      const values = this.#pool.subarray(this.#valuesFrom[slot], this.#valuesTo[slot]);
      packed.set(values, length);
      this.#valuesFrom[slot] = length;
      length += values.length;
      this.#valuesTo[slot] = length;
    }
    this.#pool = packed;
    this.#poolLength = length;
    this.#unused = 0;
  }

  #posting(key: string): Posting {
    const posting = this.#postings.get(key) ?? new Posting();
    this.#postings.set(key, posting);
    return posting;
  }

  #grow(): void {
    this.#capacity *= 2;
    const capacity = this.#capacity;
    const grown = <Kind extends Float64Array | Uint8Array | Int32Array | Uint32Array>(from: Kind, into: Kind): Kind => {
      into.set(from);
      return into;
    };
    this.#ids = grown(this.#ids, new Float64Array(capacity));
    this.#offers = grown(this.#offers, new Uint8Array(capacity));
    this.#ranged = grown(this.#ranged, new Uint8Array(capacity));
    this.#bounds = grown(this.#bounds, new Int32Array(capacity * RANGES * 2));
    this.#flags = grown(this.#flags, new Uint8Array(capacity));
    this.#valuesFrom = grown(this.#valuesFrom, new Int32Array(capacity));
    this.#valuesTo = grown(this.#valuesTo, new Int32Array(capacity));
    this.#visited = grown(this.#visited, new Uint32Array(capacity));
  }
}

/** A search without any of the keys is visited for every car of its offer. */
function keysOf(criteria: ListingCriteria): string[] {
  for (const name of KEYS) {
    const values: readonly (string | number)[] | undefined = criteria[name];
    if (values) return [...new Set(values)].map((value) => `${criteria.offer} ${name} ${value}`);
  }
  return [`${criteria.offer} ${OFFER_KEY}`];
}

function keysOfCar({ offer, values }: CarFacts): string[] {
  const keys = KEYS.filter((name) => name !== 'vehicles').flatMap((name) =>
    values[name] == null ? [] : [`${offer} ${name} ${values[name]}`],
  );
  if (values.make != null) keys.push(`${offer} vehicles ${values.make}`);
  if (values.model != null) keys.push(`${offer} vehicles ${-Number(values.model)}`);
  return [...keys, `${offer} ${OFFER_KEY}`];
}
