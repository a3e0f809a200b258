const INITIAL_CAPACITY = 8;

type SlotList = { slots: Uint32Array; length: number };

/** Slots by key, for keys with too many values for a bitmap each. A slot has one key. */
export class SlotLists {
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
