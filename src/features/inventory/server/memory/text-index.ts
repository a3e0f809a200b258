import { addSlot, type Bitmap, removeSlot } from './bitmap.ts';
import { type Place, TextArena } from './text-arena.ts';

/** Words added since the sorted list of words was made. */
const MAX_UNSORTED = 1_000;
const INITIAL_CAPACITY = 4;

/** Ascending slots. */
class SlotSet {
  #slots = new Uint32Array(INITIAL_CAPACITY);
  length = 0;

  add(slot: number): void {
    if (this.length === this.#slots.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.#slots);
      this.#slots = larger;
    }
    const position = this.#positionOf(slot);
    this.#slots.copyWithin(position + 1, position, this.length);
    this.#slots[position] = slot;
    this.length += 1;
  }

  remove(slot: number): void {
    const position = this.#positionOf(slot);
    this.#slots.copyWithin(position, position + 1, this.length);
    this.length -= 1;
  }

  visit(act: (slot: number) => void): void {
    for (let position = 0; position < this.length; position++) act(this.#slots[position]!);
  }

  /** The slots of a full load come in order. */
  #positionOf(slot: number): number {
    if (this.length === 0 || this.#slots[this.length - 1]! < slot) return this.length;
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#slots[middle]! < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The cars by the words of their texts, which PostgreSQL has split and lower-cased. */
export class TextIndex {
  readonly #codeOf = new Map<string, number>();
  readonly #cars: SlotSet[] = [];
  /** The words of each car as codes in base 36. */
  readonly #texts = new TextArena();
  readonly #places: Place[] = [];
  #sorted: string[] = [];
  #unsorted: string[] = [];

  add(slot: number, words: readonly string[]): void {
    const codes = words.map((word) => this.#code(word));
    for (const code of codes) this.#cars[code]!.add(slot);
    this.#places[slot] = this.#texts.add(codes.map((code) => code.toString(36)).join(' '));
  }

  remove(slot: number): void {
    const place = this.#places[slot]!;
    const text = this.#texts.read(place);
    for (const code of text === '' ? [] : text.split(' ')) this.#cars[Number.parseInt(code, 36)]!.remove(slot);
    this.#texts.remove(place);
  }

  has(word: string): boolean {
    const code = this.#codeOf.get(word);
    return code !== undefined && this.#cars[code]!.length > 0;
  }

  /** Adds the cars with this word, or with any word that begins with it, to a bitmap. */
  unite(word: string, isPrefix: boolean, target: Bitmap): void {
    const words = isPrefix ? this.#beginningWith(word) : [word];
    for (const each of words) this.#carsWith(each)?.visit((slot) => addSlot(target, slot));
  }

  subtract(word: string, target: Bitmap): void {
    this.#carsWith(word)?.visit((slot) => removeSlot(target, slot));
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
