/** A set of slots: slot n is bit `n % 32` of word `n / 32`. */
export type Bitmap = Uint32Array;

export const newBitmap = (slots: number): Bitmap => new Uint32Array(Math.ceil(slots / 32));

export function grown(bitmap: Bitmap, slots: number): Bitmap {
  const larger = newBitmap(slots);
  larger.set(bitmap);
  return larger;
}

export const hasSlot = (bitmap: Bitmap, slot: number): boolean => (bitmap[slot >>> 5]! & (1 << (slot & 31))) !== 0;

export function addSlot(bitmap: Bitmap, slot: number): void {
  bitmap[slot >>> 5]! |= 1 << (slot & 31);
}

export function removeSlot(bitmap: Bitmap, slot: number): void {
  bitmap[slot >>> 5]! &= ~(1 << (slot & 31));
}

/** A bitmap that knows how many slots it has. */
export class CountedBitmap {
  #slots: Bitmap;
  #count = 0;

  constructor(slots: number) {
    this.#slots = newBitmap(slots);
  }

  /** Must not be changed. */
  get slots(): Bitmap {
    return this.#slots;
  }

  get count(): number {
    return this.#count;
  }

  add(slot: number): void {
    if (hasSlot(this.#slots, slot)) return;
    addSlot(this.#slots, slot);
    this.#count += 1;
  }

  remove(slot: number): void {
    if (!hasSlot(this.#slots, slot)) return;
    removeSlot(this.#slots, slot);
    this.#count -= 1;
  }

  grow(slots: number): void {
    this.#slots = grown(this.#slots, slots);
  }
}

/** Leaves in `target` only the slots that are also in `other`. Both have the same length. */
export function intersect(target: Bitmap, other: Bitmap): void {
  for (let word = 0; word < target.length; word++) target[word]! &= other[word]!;
}

/** Removes from `target` the slots of `other`. Both have the same length. */
export function subtract(target: Bitmap, other: Bitmap): void {
  for (let word = 0; word < target.length; word++) target[word]! &= ~other[word]!;
}

export function countSlots(bitmap: Bitmap): number {
  let count = 0;
  for (let word = 0; word < bitmap.length; word++) count += bitsOf(bitmap[word]!);
  return count;
}

/** Writes the slots of both bitmaps into `target`, and returns how many they are. All have the same length. */
export function common(target: Bitmap, one: Bitmap, other: Bitmap): number {
  let count = 0;
  for (let word = 0; word < target.length; word++) {
    const bits = one[word]! & other[word]!;
    target[word] = bits;
    count += bitsOf(bits);
  }
  return count;
}

export function countCommon(bitmap: Bitmap, other: Bitmap): number {
  let count = 0;
  for (let word = 0; word < bitmap.length; word++) count += bitsOf(bitmap[word]! & other[word]!);
  return count;
}

function forEachSlot(bitmap: Bitmap, visit: (slot: number) => void): void {
  for (let word = 0; word < bitmap.length; word++) {
    for (let bits = bitmap[word]!; bits !== 0; bits &= bits - 1) visit((word << 5) + 31 - Math.clz32(bits & -bits));
  }
}

export function slotsOf(bitmap: Bitmap): Uint32Array<ArrayBuffer> {
  const slots = new Uint32Array(countSlots(bitmap));
  let at = 0;
  forEachSlot(bitmap, (slot) => {
    slots[at] = slot;
    at += 1;
  });
  return slots;
}

export function keep(slots: Bitmap, fits: (slot: number) => boolean): void {
  forEachSlot(slots, (slot) => {
    if (!fits(slot)) removeSlot(slots, slot);
  });
}

/** Counts the set bits of a 32-bit number by adding neighbors: pairs, nibbles, bytes. */
export function bitsOf(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
