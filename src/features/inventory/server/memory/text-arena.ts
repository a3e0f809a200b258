const CHUNK_BYTES = 4 * 1024 * 1024;
/** Texts take a multiple of this, so that a freed place fits most later texts. */
const STEP_BYTES = 64;

/** Where a text is: its chunk, the offset in it, and its length in bytes. */
export type Place = { chunk: number; offset: number; bytes: number };

/** Keeps many short texts as UTF-8 outside the JavaScript heap, where they cost no garbage collection. */
export class TextArena {
  readonly #chunks: Buffer[] = [];
  /** Places of removed texts by their size. */
  readonly #free = new Map<number, Place[]>();
  #used = CHUNK_BYTES;

  add(text: string): Place {
    const bytes = Buffer.byteLength(text);
    const { chunk, offset } = this.#free.get(sizeOf(bytes))?.pop() ?? this.#next(sizeOf(bytes));
    this.#chunks[chunk]!.write(text, offset);
    return { chunk, offset, bytes };
  }

  read({ chunk, offset, bytes }: Place): string {
    return this.#chunks[chunk]!.toString('utf8', offset, offset + bytes);
  }

  remove(place: Place): void {
    const size = sizeOf(place.bytes);
    const free = this.#free.get(size);
    if (free) free.push(place);
    else this.#free.set(size, [place]);
  }

  #next(size: number): { chunk: number; offset: number } {
    if (size > CHUNK_BYTES) {
      this.#chunks.push(Buffer.allocUnsafe(size));
      this.#used = CHUNK_BYTES;
      return { chunk: this.#chunks.length - 1, offset: 0 };
    }
    if (this.#used + size > CHUNK_BYTES) {
      this.#chunks.push(Buffer.allocUnsafe(CHUNK_BYTES));
      this.#used = 0;
    }
    const offset = this.#used;
    this.#used += size;
    return { chunk: this.#chunks.length - 1, offset };
  }
}

const sizeOf = (bytes: number) => Math.ceil(bytes / STEP_BYTES) * STEP_BYTES;
