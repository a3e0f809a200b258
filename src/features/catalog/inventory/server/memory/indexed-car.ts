import type {
  FlagFilter,
  RangeFilter,
  ValueFilter,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { priceBreakdown } from '#features/catalog/listings/model/listing-pricing.ts';
import type { DateRange } from '#features/customs/import-rules/model/calendar.ts';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import type { Offer as ImportOffer } from '#features/customs/import-rules/model/landed/landed-cost.ts';
import type { Value } from './value-column.ts';

/** Facts by which cars are counted. */
export type ValueName = ValueFilter | 'make' | 'model' | 'year';
export type FlagName = FlagFilter | 'hasPictures';

/** What the index knows of a public car. */
export type IndexedCar = {
  id: number;
  offer: Offer;
  /** Microseconds since 1970, as exact as PostgreSQL sorts. */
  postedAt: number;
  values: { [Name in ValueName]: Value | null };
  numbers: { [Name in RangeFilter]: number | null };
  flags: { [Name in FlagName]: boolean };
  reviewCount: number;
  ratingSum: number;
  /** For the import rules; null for cars for rent, which stay in China. */
  imported: ImportedCar | null;
  /** The words of its texts. */
  words: readonly string[];
  /** The response of a card as JSON. */
  card: string;
};

/** What a car for sale adds to its price, and the facts that the import rules ask for. */
type ImportedCar = { car: ImportCar; taxRate: number; feeCents: number };

const MAX_SHORT = 0xffff;

/** One fact by slot. Cars with the same value share it, so a car takes two bytes unless there are very many values. */
class SharedValues<Value> {
  #codes: Uint16Array | Uint32Array;
  readonly #values: Value[] = [];
  readonly #codeOf = new Map<unknown, number>();

  constructor(slots: number) {
    this.#codes = new Uint16Array(slots);
  }

  /** @param key equal for equal values */
  set(slot: number, value: Value, key: unknown = value): void {
    let code = this.#codeOf.get(key);
    if (code === undefined) {
      code = this.#values.length;
      this.#codeOf.set(key, code);
      this.#values.push(value);
      if (code > MAX_SHORT && this.#codes instanceof Uint16Array) this.#codes = Uint32Array.from(this.#codes);
    }
    this.#codes[slot] = code;
  }

  get(slot: number): Value {
    return this.#values[this.#codes[slot]!]!;
  }

  codeOf(slot: number): number {
    return this.#codes[slot]!;
  }

  grow(slots: number): void {
    const codes = this.#codes instanceof Uint16Array ? new Uint16Array(slots) : new Uint32Array(slots);
    codes.set(this.#codes);
    this.#codes = codes;
  }
}

/** Facts that have few combinations. */
type Kind = Pick<
  ImportCar,
  'modelYear' | 'steering' | 'fuel' | 'emissionStage' | 'conformity' | 'body' | 'madeIn' | 'co2'
> & { taxRate: number; feeCents: number };

/** What the import rules ask for, by slot: about 16 bytes a car. */
export class ImportFacts {
  readonly #kinds: SharedValues<Kind>;
  readonly #productions: SharedValues<DateRange | null>;
  readonly #registrations: SharedValues<DateRange | null>;
  readonly #engines: SharedValues<number | null>;
  readonly #powers: SharedValues<number | null>;
  readonly #weights: SharedValues<number | null>;
  readonly #volumes: SharedValues<number | null>;
  readonly #names: SharedValues<ImportCar['name']>;

  constructor(slots: number) {
    this.#kinds = new SharedValues(slots);
    this.#productions = new SharedValues(slots);
    this.#registrations = new SharedValues(slots);
    this.#engines = new SharedValues(slots);
    this.#powers = new SharedValues(slots);
    this.#weights = new SharedValues(slots);
    this.#volumes = new SharedValues(slots);
    this.#names = new SharedValues(slots);
  }

  write(slot: number, { car, taxRate, feeCents }: ImportedCar): void {
    const { modelYear, steering, fuel, emissionStage, conformity, body, madeIn, co2 } = car;
    const kind: Kind = { modelYear, steering, fuel, emissionStage, conformity, body, madeIn, co2, taxRate, feeCents };
    this.#kinds.set(slot, kind, JSON.stringify(kind));
    this.#productions.set(slot, car.production, keyOf(car.production));
    this.#registrations.set(slot, car.firstRegistration, keyOf(car.firstRegistration));
    this.#engines.set(slot, car.engineCc);
    this.#powers.set(slot, car.powerKw);
    this.#weights.set(slot, car.curbWeightKg);
    this.#volumes.set(slot, car.volumeCbm);
    this.#names.set(slot, car.name, JSON.stringify(car.name));
  }

  /** Equal for cars with the same facts. */
  keyOf(slot: number): string {
    return [
      this.#kinds,
      this.#productions,
      this.#registrations,
      this.#engines,
      this.#powers,
      this.#weights,
      this.#volumes,
      this.#names,
    ]
      .map((values) => values.codeOf(slot))
      .join();
  }

  carOf(slot: number): ImportCar {
    const { modelYear, steering, fuel, emissionStage, conformity, body, madeIn, co2 } = this.#kinds.get(slot);
    return {
      production: this.#productions.get(slot),
      firstRegistration: this.#registrations.get(slot),
      modelYear,
      steering,
      fuel,
      engineCc: this.#engines.get(slot),
      powerKw: this.#powers.get(slot),
      emissionStage,
      conformity,
      body,
      madeIn,
      curbWeightKg: this.#weights.get(slot),
      co2,
      volumeCbm: this.#volumes.get(slot),
      name: this.#names.get(slot),
    };
  }

  offerOf(slot: number, price: number): ImportOffer {
    const { taxRate, feeCents: fee } = this.#kinds.get(slot);
    const { priceCents, taxCents, feeCents } = priceBreakdown(price, taxRate, fee);
    return { priceCents, taxCents, feeCents, newPrice: null };
  }

  grow(slots: number): void {
    this.#kinds.grow(slots);
    this.#productions.grow(slots);
    this.#registrations.grow(slots);
    this.#engines.grow(slots);
    this.#powers.grow(slots);
    this.#weights.grow(slots);
    this.#volumes.grow(slots);
    this.#names.grow(slots);
  }
}

const keyOf = (range: DateRange | null) => range && `${range.earliest} ${range.latest}`;
