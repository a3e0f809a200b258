import { type CatalogModel, catalog } from '../../content/catalog/catalog.ts';
import type { CarBody } from '../cars/bodies/bodies.ts';
import type { CarFace } from '../cars/faces/faces.ts';
import { vehicleCode } from './demo-vin.ts';
import { bigMakers } from './line-up/big-makers.ts';
import { foreignMakes } from './line-up/foreign-makes.ts';
import type { LineUp, LineUpCar } from './line-up/line-up-car.ts';
import { newEnergy } from './line-up/new-energy.ts';
import { otherMakers } from './line-up/other-makers.ts';
import { bodyOfModel } from './looks/body-of-model.ts';
import { faceOfMake } from './looks/face-of-make.ts';
import { type SeededRandom, WeightedChoice } from './seeded-random.ts';

/** All demo cars, weighted by their share of the inventory. */
export const lineUps: LineUp[] = [...bigMakers, ...otherMakers, ...newEnergy, ...foreignMakes];

/** A car as it left the factory. */
export type Vehicle = { kind: VehicleKind; trim: Trim; year: number };

export type VehicleKind = {
  make: string;
  worldMakerCode: string;
  /** The five VIN characters that describe the vehicle. */
  code: string;
  model: CatalogModel;
  car: LineUpCar;
  body: CarBody;
  face: CarFace;
};

export type Trim = {
  name: string;
  /** 0 for the basic trim of the model, 1 for the top trim. */
  grade: number;
  transmission: 'automatic' | 'manual' | 'cvt';
  seats: number;
};

type Stocked = { kind: VehicleKind; trims: Trim[]; years: WeightedChoice<number> };

/** How many cars in a row differ in make, and in body or face. Lists leave out some cars, so it is more than two. */
const DIFFERENT_MAKES = 3;
const DIFFERENT_LOOKS = 9;

/** Share of each age among exported used cars, from this year's models on. */
const WEIGHT_OF_AGE = [5, 10, 12, 13, 13, 12, 10, 9, 7, 5, 4, 3, 2, 1.2, 0.8];

export class VehicleChooser {
  readonly #stocked: WeightedChoice<Stocked>;
  /** The kinds chosen last, newest first. */
  #recent: VehicleKind[] = [];

  constructor(thisYear: number) {
    this.#stocked = new WeightedChoice(stockedCars(thisYear));
  }

  /** Chooses a vehicle that differs from the previous ones, because neighbors in a list should not look alike. */
  choose(random: SeededRandom): Vehicle {
    let stocked = this.#stocked.draw(random);
    while (this.#isLikeRecent(stocked.kind)) stocked = this.#stocked.draw(random);
    this.#recent = [stocked.kind, ...this.#recent].slice(0, DIFFERENT_LOOKS - 1);
    return { kind: stocked.kind, trim: random.pick(stocked.trims), year: stocked.years.draw(random) };
  }

  #isLikeRecent({ make, body, face }: VehicleKind): boolean {
    return (
      this.#recent.slice(0, DIFFERENT_MAKES - 1).some((kind) => kind.make === make) ||
      this.#recent.some((kind) => kind.body === body && kind.face === face)
    );
  }
}

function* stockedCars(thisYear: number): Generator<[Stocked, number]> {
  for (const { make, worldMakerCode, weight, cars } of lineUps) {
    const models = catalog.find(({ name }) => name === make)?.models ?? [];
    const weightOfAll = cars.reduce((sum, car) => sum + car.weight, 0);
    for (const car of cars) {
      const model = models.find(({ name }) => name === car.model);
      if (!model) throw new Error(`${make} ${car.model} is not in the catalog`);
      const years = yearsOf(car, model, thisYear);
      if (years.length === 0) continue;
      const code = vehicleCode(`${make} ${model.name} ${car.fuel} ${car.engineCc}`);
      const body = bodyOfModel(make, model);
      const face = faceOfMake(make, car.fuel, body);
      const kind = { make, worldMakerCode, code, model, car, body, face };
      yield [
        { kind, trims: trimsOf(car, model), years: new WeightedChoice(years) },
        (weight * car.weight) / weightOfAll,
      ];
    }
  }
}

function yearsOf({ since }: LineUpCar, { from, to }: CatalogModel, thisYear: number): [number, number][] {
  const newest = Math.min(to ?? thisYear, thisYear);
  const oldest = Math.max(since, from, thisYear - WEIGHT_OF_AGE.length + 1);
  const years: [number, number][] = [];
  for (let year = oldest; year <= newest; year++) years.push([year, WEIGHT_OF_AGE[thisYear - year]!]);
  return years;
}

function trimsOf({ trims }: LineUpCar, model: CatalogModel): Trim[] {
  return trims.map((name, at) => ({
    name,
    grade: trims.length === 1 ? 0.5 : at / (trims.length - 1),
    transmission: transmissionOf(name),
    seats: Number(/(\d) seats/.exec(name)?.[1] ?? model.seats),
  }));
}

function transmissionOf(trim: string): Trim['transmission'] {
  if (/\bMT\b/.test(trim)) return 'manual';
  return /\bCVT\b/.test(trim) ? 'cvt' : 'automatic';
}
