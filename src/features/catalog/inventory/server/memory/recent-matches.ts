import type { ListingCriteria } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { type Bitmap, newBitmap } from './bitmap.ts';
import type { Matches } from './matches.ts';

const KEPT = 4;

/** What matches rest on besides the cars. */
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
