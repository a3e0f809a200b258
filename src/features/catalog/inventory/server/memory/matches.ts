import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { addSlot, type Bitmap, countSlots, newBitmap, slotsOf } from './bitmap.ts';

/**
 * The slots of the cars that match some criteria, as a bitmap or as a list; the other form is made when it is first
 * needed. Valid until some more criteria are matched or the index changes.
 */
export class Matches {
  readonly offer: Offer;
  readonly count: number;
  #bitmap: Bitmap | null;
  #list: Uint32Array | null;
  /** How many slots the index has. */
  readonly #slots: number;

  private constructor(offer: Offer, count: number, form: { bitmap?: Bitmap; list?: Uint32Array; slots: number }) {
    this.offer = offer;
    this.count = count;
    this.#bitmap = form.bitmap ?? null;
    this.#list = form.list ?? null;
    this.#slots = form.slots;
  }

  static inBitmap(offer: Offer, bitmap: Bitmap, count = countSlots(bitmap)): Matches {
    return new Matches(offer, count, { bitmap, slots: 32 * bitmap.length });
  }

  static inList(offer: Offer, list: Uint32Array, slots: number): Matches {
    return new Matches(offer, list.length, { list, slots });
  }

  get isListed(): boolean {
    return this.#list !== null;
  }

  get list(): Uint32Array {
    this.#list ??= slotsOf(this.#bitmap!);
    return this.#list;
  }

  get bitmap(): Bitmap {
    if (!this.#bitmap) {
      this.#bitmap = newBitmap(this.#slots);
      for (const slot of this.#list!) addSlot(this.#bitmap, slot);
    }
    return this.#bitmap;
  }
}
