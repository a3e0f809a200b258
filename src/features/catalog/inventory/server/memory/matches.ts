import type { ListingCriteria } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import {
  addSlot,
  type Bitmap,
  bitsOf,
  common,
  countCommon,
  countSlots,
  hasSlot,
  newBitmap,
  slotsOf,
} from './bitmap.ts';
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
  /** How many of the matches are in other sets: a list with a destination asks for the same ones several times. */
  readonly #common = new Map<Bitmap, number>();

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

  /** Returns the matches in a set of slots. @param spare a bitmap that the result may use */
  within(slots: Bitmap, spare: Bitmap): Matches {
    if (this.#list) {
      const list = this.#list.filter((slot) => hasSlot(slots, slot));
      this.#common.set(slots, list.length);
      return Matches.inList(this.offer, list, this.#slots);
    }
    const count = common(spare, this.bitmap, slots);
    this.#common.set(slots, count);
    return Matches.inBitmap(this.offer, spare, count);
  }

  /** Counts the matches in a set of slots. */
  countIn(slots: Bitmap): number {
    let count = this.#common.get(slots);
    if (count === undefined) {
      count = this.#list
        ? this.#list.reduce((cars, slot) => cars + (hasSlot(slots, slot) ? 1 : 0), 0)
        : countCommon(this.bitmap, slots);
      this.#common.set(slots, count);
    }
    return count;
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
  readonly #whole = new Map<Bitmap, Matches>();

  constructor(slots: number) {
    this.resize(slots);
  }

  /** Forgets all and makes room for more slots. */
  resize(slots: number): void {
    this.#whole.clear();
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
    this.#whole.clear();
  }

  /** Returns the cars of a bitmap of the index or of a destination, which are counted once. */
  whole(offer: Offer, bitmap: Bitmap, count?: number): Matches {
    let matches = this.#whole.get(bitmap);
    if (!matches) {
      matches = Matches.inBitmap(offer, bitmap, count);
      this.#whole.set(bitmap, matches);
    }
    return matches;
  }

  /**
   * Returns the matches of criteria, or finds them with a bitmap that is theirs while they are kept.
   * @param basis the columns of the destination that the criteria ask
   */
  of(criteria: ListingCriteria, basis: Basis, find: (spare: Bitmap) => Matches): Matches {
    const fits = (entry: Entry) => entry.matches && entry.basis.every((each, at) => each === basis[at]);
    const same = this.#entries.find((entry) => entry.criteria === criteria && fits(entry));
    if (same) return same.matches!;
    // Of the destination, only its columns change a match. Lists of all destinations share their other matches.
    const key = JSON.stringify({ ...criteria, destination: undefined });
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

/** Cars of one light, and with or without photos. */
type Part = { only: Bitmap | null; but: Bitmap | null; withPictures: boolean };

/**
 * Splits matches into parts, best first: by what the rules of a destination say about the car, then by whether it has photos. Empty parts
 * are left out. The parts are made one after the other, because a page rarely needs more than the first; each is valid until the next.
 * @param scratch a bitmap that the parts use
 */
export function* bestFirst(
  matches: Matches,
  light: LightColumn | undefined,
  pictures: Bitmap,
  scratch: Bitmap,
): Generator<Matches> {
  const { offer, bitmap } = matches;
  let left = matches.count;
  for (const part of partsBy(light)) {
    if (left === 0) return;
    const count = fill(scratch, bitmap, part, pictures);
    left -= count;
    if (count > 0) yield Matches.inBitmap(offer, scratch, count);
  }
}

function partsBy(light: LightColumn | undefined): Part[] {
  const both = (only: Bitmap | null, but: Bitmap | null) =>
    [true, false].map((withPictures) => ({ only, but, withPictures }));
  if (!light) return both(null, null);
  const [green, amber] = [light.passing('green'), light.passing('amber')];
  // Green cars pass as amber ones.
  return [...(light.count('green') > 0 ? both(green, null) : []), ...both(amber, green), ...both(null, amber)];
}

/** Writes a part into a bitmap and counts it, in one pass. */
function fill(target: Bitmap, slots: Bitmap, { only, but, withPictures }: Part, pictures: Bitmap): number {
  const turned = withPictures ? 0 : -1;
  let count = 0;
  for (let word = 0; word < target.length; word++) {
    let bits = slots[word]! & (pictures[word]! ^ turned);
    if (only) bits &= only[word]!;
    if (but) bits &= ~but[word]!;
    target[word] = bits;
    count += bitsOf(bits);
  }
  return count;
}
