import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { addSlot, type Bitmap, countCommon, grown, newBitmap, removeSlot } from './bitmap.ts';

export type Value = string | number;
export type ValueCount = { value: Value; cars: number };

/** Code of cars without a value. */
const NONE = 0;
const MAX_BYTE = 255;
/** Counting a bitmap costs as much as reading the codes of this share of all cars. */
const READ_SHARE = 0.005;

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

  of(code: number): Uint32Array {
    return this.#lists.of(code);
  }

  unite(code: number, target: Bitmap): void {
    for (const slot of this.#lists.of(code)) addSlot(target, slot);
  }

  grow(): void {}
}

/** The values of one fact by slot, and the cars of each value. */
export class ValueColumn {
  /** Bytes while they suffice, so that counting several facts of few cars misses the processor's cache less often. */
  #codes: Uint8Array | Uint32Array;
  readonly #values: (Value | null)[] = [null];
  readonly #codeOf = new Map<Value, number>();
  readonly #bitmaps: Bitmaps | null;
  readonly #lists: Lists | null;
  readonly #sets: SlotSets;
  #counts = new Uint32Array(0);
  /** All cars of an offer by code. */
  readonly #totals: Record<Offer, number[]> = { Sell: [], Rent: [] };

  /** @param few whether there are at most some hundred values */
  constructor(slots: number, few: boolean) {
    this.#codes = few ? new Uint8Array(slots) : new Uint32Array(slots);
    this.#bitmaps = few ? new Bitmaps(slots) : null;
    this.#lists = few ? null : new Lists();
    this.#sets = (this.#bitmaps ?? this.#lists)!;
  }

  set(slot: number, value: Value | null, offer: Offer): void {
    const code = value === null ? NONE : this.#code(value);
    if (code > MAX_BYTE && this.#codes instanceof Uint8Array) this.#codes = Uint32Array.from(this.#codes);
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

  /** The bitmap of a single value, which must not be changed; null if there are several or none is kept. */
  bitmapOf(values: readonly Value[]): Bitmap | null {
    const code = values.length === 1 ? this.#codeOf.get(values[0]!) : undefined;
    return code === undefined || !this.#bitmaps ? null : this.#bitmaps.of(code);
  }

  /** Returns the cars of each of the values, for facts with many values. The lists must not be changed. */
  listsOf(values: readonly Value[]): Uint32Array[] {
    return [...new Set(values)].flatMap((value) => {
      const code = this.#codeOf.get(value);
      return code === undefined || !this.#lists ? [] : [this.#lists.of(code)];
    });
  }

  /** Moves the cars with any of the values to the start of a list. Returns how many they are. */
  keepListed(list: Uint32Array, count: number, values: readonly Value[]): number {
    const codes = this.#codes;
    const isWanted = new Uint8Array(this.#values.length);
    for (const value of values) isWanted[this.#codeOf.get(value) ?? NONE] = 1;
    isWanted[NONE] = 0;
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const slot = list[at]!;
      // Without a branch, which the processor would often predict wrongly.
      list[kept] = slot;
      kept += isWanted[codes[slot]!]!;
    }
    return kept;
  }

  /** Returns whether a car has any of the values. */
  hasAny(values: readonly Value[]): (slot: number) => boolean {
    const codes = this.#codes;
    const wanted = values.flatMap((value) => this.#codeOf.get(value) ?? []);
    const [only] = wanted;
    return wanted.length === 1 ? (slot) => codes[slot] === only : (slot) => wanted.includes(codes[slot]!);
  }

  /** Counts the cars of a bitmap by value. @param count how many cars it has */
  count(slots: Bitmap, count: number): ValueCount[] {
    const counts = this.#countsByCode(slots, count);
    const byValue = this.#byValue(counts);
    counts.fill(0);
    return byValue;
  }

  /** Counts the cars of a short list by value. */
  countListed(slots: Uint32Array): ValueCount[] {
    const codes = this.#codes;
    const counts = this.#zeroCounts();
    const found: number[] = [];
    for (let at = 0; at < slots.length; at++) {
      const code = codes[slots[at]!]!;
      if (counts[code] === 0 && code !== NONE) found.push(code);
      counts[code]! += 1;
    }
    const byValue = found.map((code) => ({ value: this.#values[code]!, cars: counts[code]! }));
    for (const code of found) counts[code] = 0;
    counts[NONE] = 0;
    return byValue;
  }

  /** Counts all cars of an offer by value. */
  countAll(offer: Offer): ValueCount[] {
    return this.#byValue(this.#totals[offer]);
  }

  #byValue(counts: ArrayLike<number | undefined>): ValueCount[] {
    const byValue: ValueCount[] = [];
    for (let code = 1; code < counts.length; code++) {
      const cars = counts[code] ?? 0;
      if (cars > 0) byValue.push({ value: this.#values[code]!, cars });
    }
    return byValue;
  }

  grow(slots: number): void {
    const codes = this.#codes instanceof Uint8Array ? new Uint8Array(slots) : new Uint32Array(slots);
    codes.set(this.#codes);
    this.#codes = codes;
    this.#sets.grow(slots);
  }

  /** One array for all counts of this column, because they never overlap. Each count resets it to zero. */
  #zeroCounts(): Uint32Array {
    if (this.#counts.length < this.#values.length) this.#counts = new Uint32Array(2 * this.#values.length);
    return this.#counts;
  }

  #countsByCode(slots: Bitmap, count: number): Uint32Array {
    const codes = this.#codes;
    const counts = this.#zeroCounts();
    if (this.#bitmaps && count > codes.length * READ_SHARE * this.#values.length) {
      for (let code = 1; code < this.#values.length; code++) counts[code] = countCommon(slots, this.#bitmaps.of(code));
    } else {
      for (let word = 0; word < slots.length; word++) {
        for (let bits = slots[word]!; bits !== 0; bits &= bits - 1)
          counts[codes[(word << 5) + 31 - Math.clz32(bits & -bits)]!]! += 1;
      }
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

const INITIAL_CAPACITY = 8;

type SlotList = { slots: Uint32Array; length: number };

/** Slots by key, for keys with too many values for a bitmap each. A slot has one key. */
class SlotLists {
  readonly #lists = new Map<number, SlotList>();
  /** Where each slot is in the list of its key. */
  readonly #positions: number[] = [];

  of(key: number): Uint32Array {
    const list = this.#lists.get(key);
    return list ? list.slots.subarray(0, list.length) : new Uint32Array(0);
  }

  add(key: number, slot: number): void {
    let list = this.#lists.get(key);
    if (!list) {
      list = { slots: new Uint32Array(INITIAL_CAPACITY), length: 0 };
      this.#lists.set(key, list);
    }
    if (list.length === list.slots.length) {
      const larger = new Uint32Array(2 * list.length);
      larger.set(list.slots);
      list.slots = larger;
    }
    list.slots[list.length] = slot;
    this.#positions[slot] = list.length;
    list.length += 1;
  }

  /** Moves the last slot of the list to the place of the removed one. */
  remove(key: number, slot: number): void {
    const list = this.#lists.get(key)!;
    const position = this.#positions[slot]!;
    const last = list.slots[list.length - 1]!;
    list.slots[position] = last;
    this.#positions[last] = position;
    list.length -= 1;
    if (list.length === 0) this.#lists.delete(key);
  }
}
