import type { MayImport } from '#features/catalog/listings/model/criteria/listing-filters.ts';
import type { DestinationRules } from '#features/customs/server/api.ts';
import { addSlot, type Bitmap, grown, hasSlot, newBitmap, removeSlot, slotsOf } from '../bitmap.ts';
import { type Breathe, type DestinationColumn, firstOf, type ImportCars } from './destination-column.ts';

/** The cars that each value of the filter 'Cars I may import' leaves in the list. */
export class LightColumn implements DestinationColumn {
  readonly #cars: ImportCars;
  readonly #rules: Pick<DestinationRules, 'lightOf'>;
  readonly #passing: Record<MayImport, Bitmap>;
  readonly #changed = new Set<number>();

  constructor(cars: ImportCars, rules: Pick<DestinationRules, 'lightOf'>) {
    this.#cars = cars;
    this.#rules = rules;
    this.#passing = { green: newBitmap(cars.capacity), amber: newBitmap(cars.capacity) };
  }

  /** Must not be changed. */
  passing(light: MayImport): Bitmap {
    return this.#passing[light];
  }

  get changed(): number {
    return this.#changed.size;
  }

  get bytes(): number {
    return this.#passing.green.byteLength + this.#passing.amber.byteLength;
  }

  async build(breathe: Breathe): Promise<void> {
    for (const slot of slotsOf(this.#cars.forSale)) {
      this.#compute(slot);
      const pause = breathe();
      if (pause) await pause;
    }
  }

  leave(slot: number): void {
    removeSlot(this.#passing.green, slot);
    removeSlot(this.#passing.amber, slot);
    this.#changed.delete(slot);
  }

  enter(slot: number): void {
    this.#changed.add(slot);
  }

  settle(most: number): void {
    for (const slot of firstOf(this.#changed, most)) {
      this.#compute(slot);
      this.#changed.delete(slot);
    }
  }

  grow(slots: number): void {
    this.#passing.green = grown(this.#passing.green, slots);
    this.#passing.amber = grown(this.#passing.amber, slots);
  }

  #compute(slot: number): void {
    if (!hasSlot(this.#cars.forSale, slot)) return;
    const light = this.#rules.lightOf(this.#cars.carOf(slot));
    if (light === 'red') return;
    addSlot(this.#passing.amber, slot);
    if (light === 'green') addSlot(this.#passing.green, slot);
  }
}
