type Compare = (slot: number, other: number) => number;

const INITIAL_CAPACITY = 1024;
/** Sorting or merging this many slots takes about five milliseconds. */
const RUN = 10_000;

/**
 * Slots in the order of `compare`, which must be total. A change moves the slots behind it, which takes less time than
 * any tree up to a million slots: 3 µs at 100,000, 40 µs at 1,000,000.
 */
export class SortedSlots {
  readonly #compare: Compare;
  #slots = new Uint32Array(INITIAL_CAPACITY);
  #length = 0;

  constructor(compare: Compare) {
    this.#compare = compare;
  }

  get length(): number {
    return this.#length;
  }

  at(position: number): number {
    return this.#slots[position]!;
  }

  /** Returns the slots from one position to before another. Valid until a slot is added or removed. */
  part(from: number, to: number): Uint32Array {
    return this.#slots.subarray(from, to);
  }

  /** Replaces all slots. `pause` lets others work between two steps of some milliseconds. */
  async load(slots: Uint32Array<ArrayBuffer>, pause: () => Promise<void>): Promise<void> {
    for (let start = 0; start < slots.length; start += RUN) {
      slots.subarray(start, start + RUN).sort(this.#compare);
      await pause();
    }
    let [from, to] = [slots, new Uint32Array(slots.length)];
    for (let run = RUN; run < slots.length; run *= 2) {
      for (let start = 0; start < slots.length; start += 2 * run) {
        await this.#merge(from.subarray(start, start + 2 * run), run, to.subarray(start, start + 2 * run), pause);
      }
      [from, to] = [to, from];
    }
    this.#slots = from.length > 0 ? from : to;
    this.#length = from.length;
  }

  /** Merges two sorted runs, of which the first has `run` slots. */
  async #merge(from: Uint32Array, run: number, to: Uint32Array, pause: () => Promise<void>): Promise<void> {
    let first = 0;
    let second = Math.min(run, from.length);
    const end = second;
    for (let at = 0; at < to.length; at++) {
      if (at % RUN === 0) await pause();
      const takesFirst = first < end && (second === from.length || this.#compare(from[first]!, from[second]!) <= 0);
      to[at] = takesFirst ? from[first++]! : from[second++]!;
    }
  }

  add(slot: number): void {
    this.#reserve(this.#length + 1);
    const position = this.#firstNotBefore(slot);
    this.#slots.copyWithin(position + 1, position, this.#length);
    this.#slots[position] = slot;
    this.#length += 1;
  }

  /** Removes a slot whose place in the order has not changed since it was added. */
  remove(slot: number): void {
    const position = this.#firstNotBefore(slot);
    if (this.#slots[position] !== slot || position >= this.#length) throw new Error(`slot ${slot} is not in the order`);
    this.#slots.copyWithin(position, position + 1, this.#length);
    this.#length -= 1;
  }

  #firstNotBefore(slot: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.#slots[middle]!, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #reserve(length: number): void {
    if (length <= this.#slots.length) return;
    const larger = new Uint32Array(Math.max(length, 2 * this.#slots.length));
    larger.set(this.#slots);
    this.#slots = larger;
  }
}
