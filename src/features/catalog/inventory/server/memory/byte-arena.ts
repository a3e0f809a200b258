const CHUNK_BYTES = 4 * 1024 * 1024;
/** Entries take a multiple of this, so that a freed place fits most later entries. */
const STEP_BYTES = 32;
/** More than any chunk has bytes, so that a chunk and an offset fit in one number. */
const OFFSETS = 2 ** 32;

/** Keeps one short run of bytes per slot outside the JavaScript heap, where they cost no garbage collection. */
export class ByteArena {
  readonly #chunks: Buffer[] = [];
  /** The chunk and the offset of each slot's bytes. */
  #places = new Float64Array(1024);
  #lengths = new Uint32Array(1024);
  /** Places of removed entries by their size. */
  readonly #free = new Map<number, number[]>();
  #used = CHUNK_BYTES;

  set(slot: number, bytes: Uint8Array): void {
    this.#reserve(slot);
    const size = sizeOf(bytes.length);
    const place = this.#free.get(size)?.pop() ?? this.#next(size);
    this.#places[slot] = place;
    this.#lengths[slot] = bytes.length;
    this.#chunks[Math.floor(place / OFFSETS)]!.set(bytes, place % OFFSETS);
  }

  /** Returns a view that is valid until the slot is removed. */
  get(slot: number): Buffer {
    const place = this.#places[slot]!;
    const offset = place % OFFSETS;
    return this.#chunks[Math.floor(place / OFFSETS)]!.subarray(offset, offset + this.#lengths[slot]!);
  }

  text(slot: number): string {
    const place = this.#places[slot]!;
    const offset = place % OFFSETS;
    return this.#chunks[Math.floor(place / OFFSETS)]!.toString('utf8', offset, offset + this.#lengths[slot]!);
  }

  remove(slot: number): void {
    const size = sizeOf(this.#lengths[slot]!);
    const free = this.#free.get(size);
    if (free) free.push(this.#places[slot]!);
    else this.#free.set(size, [this.#places[slot]!]);
  }

  #reserve(slot: number): void {
    if (slot < this.#lengths.length) return;
    const places = new Float64Array(2 * slot);
    places.set(this.#places);
    this.#places = places;
    const lengths = new Uint32Array(2 * slot);
    lengths.set(this.#lengths);
    this.#lengths = lengths;
  }

  #next(size: number): number {
    const isLarge = size > CHUNK_BYTES;
    if (isLarge || this.#used + size > CHUNK_BYTES) {
      this.#chunks.push(Buffer.allocUnsafe(isLarge ? size : CHUNK_BYTES));
      this.#used = isLarge ? CHUNK_BYTES : size;
      return (this.#chunks.length - 1) * OFFSETS;
    }
    this.#used += size;
    return (this.#chunks.length - 1) * OFFSETS + this.#used - size;
  }
}

const sizeOf = (bytes: number) => Math.ceil(bytes / STEP_BYTES) * STEP_BYTES;
