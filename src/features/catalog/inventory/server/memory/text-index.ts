import { addSlot, type Bitmap, grown, newBitmap, removeSlot } from './bitmap.ts';
import { ByteArena } from './byte-arena.ts';

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

const INITIAL_CAPACITY = 2;
const GROWTH = 1.5;
/** A list takes 32 bits a slot, a bitmap one bit for each slot there is. */
const BITS = 32;

/** A set of slots: an ascending list while it has few, else a bitmap. */
class SlotSet {
  #list = new Uint32Array(INITIAL_CAPACITY);
  #bitmap: Bitmap | null = null;
  length = 0;

  /** @param slots how many slots there are */
  add(slot: number, slots: number): void {
    this.length += 1;
    if (this.#bitmap) {
      if (slot >= this.#bitmap.length * BITS) this.#bitmap = grown(this.#bitmap, slots);
      addSlot(this.#bitmap, slot);
    } else if (this.length * BITS > slots) {
      this.#bitmap = newBitmap(slots);
      for (let at = 0; at < this.length - 1; at++) addSlot(this.#bitmap, this.#list[at]!);
      addSlot(this.#bitmap, slot);
      this.#list = new Uint32Array(0);
    } else this.#insert(slot);
  }

  remove(slot: number): void {
    this.length -= 1;
    if (this.#bitmap) removeSlot(this.#bitmap, slot);
    else {
      const position = this.#positionOf(slot, this.length + 1);
      this.#list.copyWithin(position, position + 1, this.length + 1);
    }
  }

  unite(target: Bitmap): void {
    if (!this.#bitmap) for (let at = 0; at < this.length; at++) addSlot(target, this.#list[at]!);
    else for (let word = 0; word < this.#bitmap.length; word++) target[word]! |= this.#bitmap[word]!;
  }

  #insert(slot: number): void {
    const before = this.length - 1;
    if (before === this.#list.length) {
      const larger = new Uint32Array(Math.ceil(GROWTH * before));
      larger.set(this.#list);
      this.#list = larger;
    }
    const position = this.#positionOf(slot, before);
    this.#list.copyWithin(position + 1, position, before);
    this.#list[position] = slot;
  }

  /** The slots of a full load come in order. */
  #positionOf(slot: number, length: number): number {
    if (length === 0 || this.#list[length - 1]! < slot) return length;
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#list[middle]! < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
