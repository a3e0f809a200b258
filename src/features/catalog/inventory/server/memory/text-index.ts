import type { Bitmap } from './bitmap.ts';
import { ByteArena } from './byte-arena.ts';
import { SlotSet } from './slot-set.ts';

/** Words added since the sorted list of words was made. */
const MAX_UNSORTED = 1_000;

/** The cars by the words of their texts, which PostgreSQL has split and lower-cased. */
export class TextIndex {
  readonly #codeOf = new Map<string, number>();
  readonly #cars: SlotSet[] = [];
  /** The words of each slot as `packed` codes. */
  readonly #words = new ByteArena();
  #sorted: string[] = [];
  #unsorted: string[] = [];

  /** @param slots how many slots there are */
  add(slot: number, words: readonly string[], slots: number): void {
    const codes = words.map((word) => this.#code(word)).sort((a, b) => a - b);
    for (const code of codes) this.#cars[code]!.add(slot, slots);
    this.#words.set(slot, packed(codes));
  }

  remove(slot: number): void {
    for (const code of unpacked(this.#words.get(slot))) this.#cars[code]!.remove(slot);
    this.#words.remove(slot);
  }

  has(word: string): boolean {
    return (this.#carsWith(word)?.length ?? 0) > 0;
  }

  /** Adds the cars with this word, or with any word that begins with it, to a bitmap. */
  unite(word: string, isPrefix: boolean, target: Bitmap): void {
    for (const each of isPrefix ? this.#beginningWith(word) : [word]) this.#carsWith(each)?.unite(target);
  }

  #carsWith(word: string): SlotSet | undefined {
    const code = this.#codeOf.get(word);
    return code === undefined ? undefined : this.#cars[code];
  }

  #code(word: string): number {
    let code = this.#codeOf.get(word);
    if (code === undefined) {
      code = this.#cars.length;
      this.#codeOf.set(word, code);
      this.#cars.push(new SlotSet());
      this.#unsorted.push(word);
    }
    return code;
  }

  #beginningWith(start: string): string[] {
    if (this.#unsorted.length > MAX_UNSORTED) {
      this.#sorted = [...this.#codeOf.keys()].sort();
      this.#unsorted = [];
    }
    const found = this.#unsorted.filter((word) => word.startsWith(start));
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#sorted[middle]! < start) low = middle + 1;
      else high = middle;
    }
    for (let at = low; this.#sorted[at]?.startsWith(start); at++) found.push(this.#sorted[at]!);
    return found;
  }
}

/** Writes the differences of ascending numbers, seven bits a byte; the high bit says that more follow. */
function packed(ascending: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let last = 0;
  for (const number of ascending) {
    let difference = number - last;
    last = number;
    while (difference >= 0x80) {
      bytes.push((difference & 0x7f) | 0x80);
      difference >>>= 7;
    }
    bytes.push(difference);
  }
  return Uint8Array.from(bytes);
}

function unpacked(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let last = 0;
  let difference = 0;
  let shift = 0;
  for (const byte of bytes) {
    difference |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte & 0x80) continue;
    last += difference;
    numbers.push(last);
    difference = 0;
    shift = 0;
  }
  return numbers;
}
