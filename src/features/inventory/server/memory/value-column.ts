import type { Offer } from '#features/listings/model/listing.ts';
import { addSlot, type Bitmap, countCommon, forEachSlot, grown, newBitmap, removeSlot } from './bitmap.ts';
import { SlotLists } from './slot-lists.ts';

export type Value = string | number;

/** Code of cars without a value. */
const NONE = 0;
/** Counting a bitmap costs as much as reading the codes of this share of all cars. */
const READ_SHARE = 0.001;

/** The sets of cars that have each value. */
interface SlotSets {
  add(code: number, slot: number): void;
  remove(code: number, slot: number): void;
  /** Adds the cars with a value to a bitmap. */
  unite(code: number, target: Bitmap): void;
  grow(slots: number): void;
}

/** One bitmap per value, for few values. */
class Bitmaps implements SlotSets {
  readonly #bitmaps: Bitmap[] = [];
  #slots: number;

  constructor(slots: number) {
    this.#slots = slots;
  }

  of(code: number): Bitmap {
    this.#bitmaps[code] ??= newBitmap(this.#slots);
    return this.#bitmaps[code];
  }

  add(code: number, slot: number): void {
    addSlot(this.of(code), slot);
  }

  remove(code: number, slot: number): void {
    removeSlot(this.of(code), slot);
  }

  unite(code: number, target: Bitmap): void {
    const bitmap = this.of(code);
    for (let word = 0; word < target.length; word++) target[word]! |= bitmap[word]!;
  }

  grow(slots: number): void {
    this.#slots = slots;
    for (const [code, bitmap] of this.#bitmaps.entries()) if (bitmap) this.#bitmaps[code] = grown(bitmap, slots);
  }
}

/** One list per value, for many values. */
class Lists implements SlotSets {
  readonly #lists = new SlotLists();

  add(code: number, slot: number): void {
    this.#lists.add(code, slot);
  }

  remove(code: number, slot: number): void {
    this.#lists.remove(code, slot);
  }

  unite(code: number, target: Bitmap): void {
    for (const slot of this.#lists.of(code)) addSlot(target, slot);
  }

  grow(): void {}
}

/** The values of one fact by slot, and the cars of each value. */
export class ValueColumn {
  #codes: Uint32Array;
  readonly #values: (Value | null)[] = [null];
  readonly #codeOf = new Map<Value, number>();
  readonly #bitmaps: Bitmaps | null;
  readonly #sets: SlotSets;
  #counts = new Uint32Array(0);
  /** All cars of an offer by code. */
  readonly #totals: Record<Offer, number[]> = { Sell: [], Rent: [] };

  /** @param few whether there are at most some hundred values */
  constructor(slots: number, few: boolean) {
    this.#codes = new Uint32Array(slots);
    this.#bitmaps = few ? new Bitmaps(slots) : null;
    this.#sets = this.#bitmaps ?? new Lists();
  }

  set(slot: number, value: Value | null, offer: Offer): void {
    const code = value === null ? NONE : this.#code(value);
    this.#codes[slot] = code;
    this.#totals[offer][code] = (this.#totals[offer][code] ?? 0) + 1;
    if (code !== NONE) this.#sets.add(code, slot);
  }

  remove(slot: number, offer: Offer): void {
    const code = this.#codes[slot]!;
    this.#totals[offer][code]! -= 1;
    if (code !== NONE) this.#sets.remove(code, slot);
  }

  valueOf(slot: number): Value | null {
    return this.#values[this.#codes[slot]!]!;
  }

  /** Adds the cars with any of the values to a bitmap. */
  unite(values: readonly Value[], target: Bitmap): void {
    for (const value of values) {
      const code = this.#codeOf.get(value);
      if (code !== undefined) this.#sets.unite(code, target);
    }
  }

  /** Counts the cars of a bitmap by value. @param count how many cars it has */
  count(slots: Bitmap, count: number): Map<Value, number> {
    return this.#byValue(this.#countsByCode(slots, count));
  }

  /** Counts the cars of a short list by value. */
  countListed(slots: Uint32Array): Map<Value, number> {
    const codes = this.#codes;
    const counts = this.#zeroCounts();
    for (let at = 0; at < slots.length; at++) counts[codes[slots[at]!]!]! += 1;
    return this.#byValue(counts);
  }

  /** Counts all cars of an offer by value. */
  countAll(offer: Offer): Map<Value, number> {
    return this.#byValue(this.#totals[offer]);
  }

  #byValue(counts: ArrayLike<number | undefined>): Map<Value, number> {
    const byValue = new Map<Value, number>();
    for (let code = 1; code < counts.length; code++) {
      const cars = counts[code] ?? 0;
      if (cars > 0) byValue.set(this.#values[code]!, cars);
    }
    return byValue;
  }

  grow(slots: number): void {
    const codes = new Uint32Array(slots);
    codes.set(this.#codes);
    this.#codes = codes;
    this.#sets.grow(slots);
  }

  /** One array for all counts of this column, because they never overlap. */
  #zeroCounts(): Uint32Array {
    if (this.#counts.length === this.#values.length) this.#counts.fill(0);
    else this.#counts = new Uint32Array(this.#values.length);
    return this.#counts;
  }

  #countsByCode(slots: Bitmap, count: number): Uint32Array {
    const codes = this.#codes;
    const counts = this.#zeroCounts();
    if (this.#bitmaps && count > codes.length * READ_SHARE * counts.length) {
      for (let code = 1; code < counts.length; code++) counts[code] = countCommon(slots, this.#bitmaps.of(code));
    } else {
      forEachSlot(slots, (slot) => {
        counts[codes[slot]!]! += 1;
      });
    }
    return counts;
  }

  #code(value: Value): number {
    let code = this.#codeOf.get(value);
    if (code === undefined) {
      code = this.#values.length;
      this.#codeOf.set(value, code);
      this.#values.push(value);
    }
    return code;
  }
}
