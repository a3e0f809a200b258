/** Deterministic pseudo-random numbers (mulberry32). */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** Returns an integer between both ends, inclusive. */
  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)]!;
  }
}

/** Draws items by weight with a binary search. */
export class WeightedChoice<Item> {
  readonly #items: Item[];
  readonly #reach: number[] = [];
  #total = 0;

  constructor(weighted: Iterable<readonly [item: Item, weight: number]>) {
    this.#items = [];
    for (const [item, weight] of weighted) {
      this.#total += weight;
      this.#items.push(item);
      this.#reach.push(this.#total);
    }
  }

  draw(random: SeededRandom): Item {
    const mark = random.next() * this.#total;
    let low = 0;
    let high = this.#reach.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#reach[middle]! > mark) high = middle;
      else low = middle + 1;
    }
    return this.#items[low]!;
  }
}
