import type { Offer } from '#features/listings/model/listing.ts';
import { type Bitmap, countSlots, newBitmap } from './bitmap.ts';

/** The slots of the cars that match some criteria. Valid until some more criteria are matched or the index changes. */
export type Matches = {
  slots: Bitmap;
  count: number;
  offer: Offer;
  /** The same slots as a list, made when first needed. */
  list?: Uint32Array;
};

const KEPT = 4;

type Entry = { slots: Bitmap; key: string | null; matches: Matches | null };

/** Keeps the last matches while no car changes, because the facets of a list often have the same criteria. */
export class RecentMatches {
  #entries: Entry[] = [];
  #next = 0;

  constructor(slots: number) {
    this.resize(slots);
  }

  /** Forgets all and makes room for more slots. */
  resize(slots: number): void {
    this.#entries = Array.from({ length: KEPT }, () => ({ slots: newBitmap(slots), key: null, matches: null }));
  }

  forget(): void {
    for (const entry of this.#entries) entry.matches = null;
  }

  /** Returns the matches of a key. If they are not kept, `fill` writes them into a bitmap. @param key null: never kept */
  of(key: string | null, offer: Offer, fill: (slots: Bitmap) => void): Matches {
    const kept = this.#entries.find((entry) => entry.matches !== null && entry.key === key);
    if (kept?.matches) return kept.matches;
    const entry = this.#entries[this.#next]!;
    this.#next = (this.#next + 1) % KEPT;
    fill(entry.slots);
    const matches = { slots: entry.slots, count: countSlots(entry.slots), offer };
    entry.key = key;
    entry.matches = key === null ? null : matches;
    return matches;
  }
}
