/** Ids that are due at a time, in buckets of a second, so that asking for those that are due does not visit the others. */
export class DueSet {
  readonly #secondOf = new Map<number, number>();
  readonly #buckets = new Map<number, Set<number>>();

  /** Adds an id, unless it is in the set. @param at in ms */
  add(id: number, at: number): void {
    if (this.#secondOf.has(id)) return;
    const second = Math.ceil(at / 1_000);
    const bucket = this.#buckets.get(second) ?? new Set();
    bucket.add(id);
    this.#buckets.set(second, bucket);
    this.#secondOf.set(id, second);
  }

  delete(id: number): void {
    const second = this.#secondOf.get(id);
    if (second === undefined) return;
    this.#secondOf.delete(id);
    const bucket = this.#buckets.get(second);
    bucket?.delete(id);
    if (bucket?.size === 0) this.#buckets.delete(second);
  }

  /** Returns the ids that are due, which stay in the set. */
  dueAt(now: number): number[] {
    return [...this.#buckets].flatMap(([second, ids]) => (second * 1_000 <= now ? [...ids] : []));
  }

  clear(): void {
    this.#secondOf.clear();
    this.#buckets.clear();
  }
}
