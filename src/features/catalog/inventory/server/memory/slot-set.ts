import { addSlot, type Bitmap, grown, newBitmap, removeSlot } from './bitmap.ts';

const INITIAL_CAPACITY = 2;
const GROWTH = 1.5;
/** A list takes 32 bits a slot, a bitmap one bit for each slot there is. */
const BITS = 32;

/** A set of slots: an ascending list while it has few, else a bitmap. */
export class SlotSet {
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
