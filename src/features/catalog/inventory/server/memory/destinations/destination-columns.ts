import type { MayImport } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import type { Offer } from '#features/customs/import-rules/model/landed/landed-cost.ts';
import type { DestinationRules } from '#features/customs/server/api.ts';
import { addSlot, type Bitmap, CountedBitmap, grown, hasSlot, newBitmap, removeSlot, slotsOf } from '../bitmap.ts';
import { CarOrder } from '../car-order.ts';

/** The cars of the index as the import rules see them. */
export interface ImportCars {
  /** How many slots there are. */
  readonly capacity: number;
  /** The slots of the cars for sale. Must not be changed. */
  readonly forSale: Bitmap;
  carOf(slot: number): ImportCar;
  pricedOfferOf(slot: number): Offer;
  idOf(slot: number): number;
}

/** Returns null until the loop has blocked other requests for long, and then a pause to await. */
export type Breathe = () => Promise<void> | null;

/** What is new about a car: the facts that the import rules ask for, or what it costs in China. */
export type Changed = { facts: boolean; price: boolean };

/**
 * What the rules of a destination say about each car for sale. It is computed in small steps, while cars come and go. The
 * index reports every change; cars that changed are computed again before the next use.
 */
export interface DestinationColumn {
  /** Computes all cars. */
  build(breathe: Breathe): Promise<void>;
  /** A car is about to leave its slot. */
  leave(slot: number): void;
  /** A car has come into an empty slot. */
  enter(slot: number): void;
  /** A car that stays in its slot has other facts or another price. */
  change(slot: number, what: Changed): void;
  /** How many cars changed since the last use. */
  readonly changed: number;
  /** Computes cars that changed, at most so many. */
  settle(most: number): void;
  grow(slots: number): void;
  /** Memory in use, roughly. */
  readonly bytes: number;
}

function firstOf(slots: ReadonlySet<number>, most: number): number[] {
  const first: number[] = [];
  for (const slot of slots) {
    if (first.length === most) break;
    first.push(slot);
  }
  return first;
}

/** The cars that each value of the filter 'Cars I may import' leaves in the list. */
export class LightColumn implements DestinationColumn {
  readonly #cars: ImportCars;
  readonly #rules: Pick<DestinationRules, 'lightOf'>;
  readonly #passing: Record<MayImport, CountedBitmap>;
  readonly #changed = new Set<number>();

  constructor(cars: ImportCars, rules: Pick<DestinationRules, 'lightOf'>) {
    this.#cars = cars;
    this.#rules = rules;
    this.#passing = { green: new CountedBitmap(cars.capacity), amber: new CountedBitmap(cars.capacity) };
  }

  /** Must not be changed. */
  passing(light: MayImport): Bitmap {
    return this.#passing[light].slots;
  }

  /** How many cars for sale a value of the filter leaves. */
  count(light: MayImport): number {
    return this.#passing[light].count;
  }

  get changed(): number {
    return this.#changed.size;
  }

  get bytes(): number {
    return this.passing('green').byteLength + this.passing('amber').byteLength;
  }

  async build(breathe: Breathe): Promise<void> {
    for (const slot of slotsOf(this.#cars.forSale)) {
      this.#compute(slot);
      const pause = breathe();
      if (pause) await pause;
    }
  }

  leave(slot: number): void {
    this.#passing.green.remove(slot);
    this.#passing.amber.remove(slot);
    this.#changed.delete(slot);
  }

  enter(slot: number): void {
    this.#changed.add(slot);
  }

  /** The light does not depend on the price. */
  change(slot: number, { facts }: Changed): void {
    if (!facts) return;
    this.leave(slot);
    this.enter(slot);
  }

  settle(most: number): void {
    for (const slot of firstOf(this.#changed, most)) {
      this.#compute(slot);
      this.#changed.delete(slot);
    }
  }

  grow(slots: number): void {
    this.#passing.green.grow(slots);
    this.#passing.amber.grow(slots);
  }

  #compute(slot: number): void {
    if (!hasSlot(this.#cars.forSale, slot)) return;
    const light = this.#rules.lightOf(this.#cars.carOf(slot));
    if (light === 'red') return;
    this.#passing.amber.add(slot);
    if (light === 'green') this.#passing.green.add(slot);
  }
}

const NO_TOTAL = 0xffff_ffff;
/** 42.9 million dollars, more than any price with all charges. */
const MOST_CENTS = NO_TOTAL - 1;

/** The likely landed cost of each car, and the cars in its order. */
export class LandedColumn implements DestinationColumn {
  readonly #cars: ImportCars;
  readonly #rules: Pick<DestinationRules, 'landedCentsOf'>;
  #cents: Uint32Array;
  readonly #withTotal: CountedBitmap;
  /** The cars in the order. */
  #ordered: Bitmap;
  readonly order: CarOrder;
  readonly #changed = new Set<number>();
  /** While the order is made, the ids at its beginning: a car that comes into a slot must not move the one that left it. */
  #idsBefore: Float64Array | null = null;
  #isBuilt = false;

  constructor(cars: ImportCars, rules: Pick<DestinationRules, 'landedCentsOf'>) {
    this.#cars = cars;
    this.#rules = rules;
    this.#cents = new Uint32Array(cars.capacity).fill(NO_TOTAL);
    this.#withTotal = new CountedBitmap(cars.capacity);
    this.#ordered = newBitmap(cars.capacity);
    this.order = new CarOrder(
      (slot) => this.#keyOf(slot),
      (slot) => this.#idsBefore?.[slot] ?? cars.idOf(slot),
    );
  }

  get changed(): number {
    return this.#changed.size;
  }

  /** With room for the order to grow. */
  get bytes(): number {
    return 3 * this.#cents.byteLength + this.withTotal.byteLength + this.#ordered.byteLength;
  }

  /** The cars that have a total. Must not be changed. */
  get withTotal(): Bitmap {
    return this.#withTotal.slots;
  }

  get countWithTotal(): number {
    return this.#withTotal.count;
  }

  /** Whether a car has a total in a range, both ends included. */
  isWithin(slot: number, { min = 0, max = MOST_CENTS }: { min?: number; max?: number }): boolean {
    const cents = this.#cents[slot]!;
    return cents >= min && cents <= Math.min(max, MOST_CENTS);
  }

  async build(breathe: Breathe): Promise<void> {
    for (const slot of slotsOf(this.#cars.forSale)) {
      // A car may leave in a pause.
      if (hasSlot(this.#cars.forSale, slot)) this.#write(slot, this.#centsOf(slot));
      const pause = breathe();
      if (pause) await pause;
    }
    await this.#sort(breathe);
  }

  leave(slot: number): void {
    if (!this.#isBuilt) {
      this.#changed.add(slot);
      return;
    }
    this.#changed.delete(slot);
    this.#remove(slot);
  }

  enter(slot: number): void {
    this.#changed.add(slot);
  }

  /** The car keeps its place in the order until it is settled. */
  change(slot: number, { facts, price }: Changed): void {
    if (facts || price) this.#changed.add(slot);
  }

  settle(most: number): void {
    for (const slot of firstOf(this.#changed, most)) {
      this.#changed.delete(slot);
      if (hasSlot(this.#ordered, slot)) {
        const cents = this.#centsOf(slot);
        if (cents !== this.#cents[slot]) this.order.move(slot, () => this.#write(slot, cents));
      } else if (hasSlot(this.#cars.forSale, slot)) {
        this.#write(slot, this.#centsOf(slot));
        this.order.add(slot);
        addSlot(this.#ordered, slot);
      }
    }
  }

  grow(slots: number): void {
    const cents = new Uint32Array(slots).fill(NO_TOTAL);
    cents.set(this.#cents);
    this.#cents = cents;
    this.#withTotal.grow(slots);
    this.#ordered = grown(this.#ordered, slots);
  }

  /** Sorts all cars as they were when sorting began, and takes out those that changed before it ended. */
  async #sort(breathe: Breathe): Promise<void> {
    this.#idsBefore = Float64Array.from({ length: this.#cars.capacity }, (_, slot) => this.#cars.idOf(slot));
    const slots = slotsOf(this.#cars.forSale);
    for (const slot of slots) addSlot(this.#ordered, slot);
    await this.order.load(slots, async () => {
      await breathe();
    });
    for (const slot of this.#changed) this.#remove(slot);
    this.#idsBefore = null;
    this.#isBuilt = true;
  }

  #remove(slot: number): void {
    if (hasSlot(this.#ordered, slot)) this.order.remove(slot);
    removeSlot(this.#ordered, slot);
    this.#withTotal.remove(slot);
    this.#cents[slot] = NO_TOTAL;
  }

  #centsOf(slot: number): number {
    const cents = this.#rules.landedCentsOf(this.#cars.carOf(slot), this.#cars.pricedOfferOf(slot));
    return cents === null ? NO_TOTAL : Math.min(cents, MOST_CENTS);
  }

  #write(slot: number, cents: number): void {
    this.#cents[slot] = cents;
    if (cents === NO_TOTAL) this.#withTotal.remove(slot);
    else this.#withTotal.add(slot);
  }

  #keyOf(slot: number): number {
    const cents = this.#cents[slot]!;
    return cents === NO_TOTAL ? Number.NaN : cents;
  }
}
