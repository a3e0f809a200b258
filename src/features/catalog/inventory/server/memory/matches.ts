import type { ListingCriteria } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { addSlot, type Bitmap, countSlots, intersect, newBitmap, slotsOf, subtract } from './bitmap.ts';
import type { LightColumn } from './destinations/destination-columns.ts';

/**
 * The slots of the cars that match some criteria, as a bitmap or as a list; the other form is made when it is first
 * needed. Valid until some more criteria are matched or the index changes.
 */
export class Matches {
  readonly offer: Offer;
  readonly count: number;
  #bitmap: Bitmap | null;
  #list: Uint32Array | null;
  /** How many slots the index has. */
  readonly #slots: number;

  private constructor(offer: Offer, count: number, form: { bitmap?: Bitmap; list?: Uint32Array; slots: number }) {
    this.offer = offer;
    this.count = count;
    this.#bitmap = form.bitmap ?? null;
    this.#list = form.list ?? null;
    this.#slots = form.slots;
  }

  static inBitmap(offer: Offer, bitmap: Bitmap, count = countSlots(bitmap)): Matches {
    return new Matches(offer, count, { bitmap, slots: 32 * bitmap.length });
  }

  static inList(offer: Offer, list: Uint32Array, slots: number): Matches {
    return new Matches(offer, list.length, { list, slots });
  }

  get isListed(): boolean {
    return this.#list !== null;
  }

  get list(): Uint32Array {
    this.#list ??= slotsOf(this.#bitmap!);
    return this.#list;
  }

  get bitmap(): Bitmap {
    if (!this.#bitmap) {
      this.#bitmap = newBitmap(this.#slots);
      for (const slot of this.#list!) addSlot(this.#bitmap, slot);
    }
    return this.#bitmap;
  }
}

const KEPT = 4;

/** What matches depend on in addition to the cars. */
type Basis = readonly (object | undefined)[];
type Entry = {
  spare: Bitmap;
  criteria: ListingCriteria | null;
  key: string | null;
  basis: Basis;
  matches: Matches | null;
};

/** Keeps the last matches while no car changes, because the facets of a list often have the same criteria. */
export class RecentMatches {
  #entries: Entry[] = [];
  #next = 0;

  constructor(slots: number) {
    this.resize(slots);
  }

  /** Forgets all and makes room for more slots. */
  resize(slots: number): void {
    this.#entries = Array.from({ length: KEPT }, () => ({
      spare: newBitmap(slots),
      criteria: null,
      key: null,
      basis: [],
      matches: null,
    }));
  }

  forget(): void {
    for (const entry of this.#entries) entry.matches = null;
  }

  /** Returns the matches of criteria, or finds them with a bitmap that is theirs while they are kept. */
  of(criteria: ListingCriteria, basis: Basis, find: (spare: Bitmap) => Matches): Matches {
    const fits = (entry: Entry) => entry.matches && entry.basis.every((each, at) => each === basis[at]);
    const same = this.#entries.find((entry) => entry.criteria === criteria && fits(entry));
    if (same) return same.matches!;
    const key = JSON.stringify(criteria);
    const equal = this.#entries.find((entry) => entry.key === key && fits(entry));
    if (equal) return equal.matches!;
    const entry = this.#entries[this.#next]!;
    this.#next = (this.#next + 1) % KEPT;
    entry.matches = null;
    entry.matches = find(entry.spare);
    entry.criteria = criteria;
    entry.key = key;
    entry.basis = basis;
    return entry.matches;
  }

  /** Finds matches that are not kept, because they depend on the time. */
  once(find: (spare: Bitmap) => Matches): Matches {
    const entry = this.#entries[this.#next]!;
    this.#next = (this.#next + 1) % KEPT;
    entry.matches = null;
    return find(entry.spare);
  }
}

/**
 * Splits matches into parts, best first: by what the rules of a destination say about the car, then by whether it has photos. The parts
 * are made one after the other, because a page rarely needs more than the first.
 */
export function* bestFirst(matches: Matches, light: LightColumn | undefined, withPictures: Bitmap): Generator<Matches> {
  const { offer } = matches;
  for (const slots of light ? byLight(matches.bitmap, light) : [matches.bitmap]) {
    yield Matches.inBitmap(offer, only(slots, withPictures));
    yield Matches.inBitmap(offer, except(slots, withPictures));
  }
}

function* byLight(slots: Bitmap, light: LightColumn): Generator<Bitmap> {
  const [green, amber] = [light.passing('green'), light.passing('amber')];
  yield only(slots, green);
  // Green cars pass as amber ones.
  yield except(only(slots, amber), green);
  yield except(slots, amber);
}

function only(slots: Bitmap, others: Bitmap): Bitmap {
  const common = slots.slice();
  intersect(common, others);
  return common;
}

function except(slots: Bitmap, others: Bitmap): Bitmap {
  const left = slots.slice();
  subtract(left, others);
  return left;
}
