import type { CarType } from '../../src/features/catalog/listings/model/listing.ts';
import type { CarPaint } from '../cars/paint.ts';
import type { Vehicle } from './choose-vehicle.ts';
import { type SeededRandom, WeightedChoice } from './seeded-random.ts';

export type Exterior = { name: string; paint: CarPaint };
export type Interior = { name: string; cabin: 'dark' | 'tan' | 'light' };

const exteriors = (weights: [name: string, paint: CarPaint, weight: number][]) =>
  new WeightedChoice<Exterior>(weights.map(([name, paint, weight]) => [{ name, paint }, weight]));

const USUAL = exteriors([
  ['White', 'white', 22],
  ['Pearl White', 'white', 8],
  ['Black', 'black', 19],
  ['Grey', 'grey', 13],
  ['Dark Grey', 'grey', 5],
  ['Silver', 'silver', 10],
  ['Blue', 'blue', 8],
  ['Dark Blue', 'blue', 3],
  ['Red', 'red', 5],
  ['Wine Red', 'red', 1],
  ['Green', 'green', 3],
  ['Brown', 'brown', 1.5],
  ['Champagne', 'beige', 1.5],
  ['Orange', 'orange', 1],
  ['Purple', 'purple', 0.5],
]);

const AT_WORK = exteriors([
  ['White', 'white', 42],
  ['Silver', 'silver', 20],
  ['Grey', 'grey', 12],
  ['Black', 'black', 14],
  ['Blue', 'blue', 5],
  ['Red', 'red', 3],
  ['Brown', 'brown', 2],
  ['Champagne', 'beige', 2],
]);

const SMALL_ELECTRIC = exteriors([
  ['White', 'white', 26],
  ['Beige', 'beige', 12],
  ['Green', 'green', 14],
  ['Blue', 'blue', 12],
  ['Grey', 'grey', 9],
  ['Black', 'black', 6],
  ['Yellow', 'yellow', 6],
  ['Red', 'red', 5],
  ['Purple', 'purple', 4],
  ['Orange', 'orange', 3],
]);

const PLAIN_INTERIOR = new WeightedChoice<Interior>([
  [{ name: 'Black', cabin: 'dark' }, 66],
  [{ name: 'Grey', cabin: 'dark' }, 20],
  [{ name: 'Beige', cabin: 'light' }, 14],
]);

const RICH_INTERIOR = new WeightedChoice<Interior>([
  [{ name: 'Black', cabin: 'dark' }, 52],
  [{ name: 'Brown', cabin: 'tan' }, 18],
  [{ name: 'Tan', cabin: 'tan' }, 6],
  [{ name: 'Beige', cabin: 'light' }, 10],
  [{ name: 'White', cabin: 'light' }, 7],
  [{ name: 'Black and Red', cabin: 'dark' }, 4],
  [{ name: 'Grey', cabin: 'dark' }, 3],
]);

/** How many cars of one body and face in one mode have different paints before one is repeated. */
const DIFFERENT_PAINTS = 4;

/** Chooses different paints for neighbors in a list. */
export class Painter {
  readonly #recent = new Map<string, CarPaint[]>();
  #last: CarPaint | undefined;

  paint({ kind: { model, car, body, face } }: Vehicle, mode: string, random: SeededRandom): Exterior {
    const alike = `${mode} ${body} ${face}`;
    const recent = this.#recent.get(alike) ?? [];
    const paints = paintsOf(model.body, car.fuel === 'electric');
    let exterior = paints.draw(random);
    while (exterior.paint === this.#last || recent.includes(exterior.paint)) exterior = paints.draw(random);
    this.#last = exterior.paint;
    this.#recent.set(alike, [exterior.paint, ...recent].slice(0, DIFFERENT_PAINTS - 1));
    return exterior;
  }
}

function paintsOf(body: CarType, electric: boolean): WeightedChoice<Exterior> {
  if (body === 'van' || body === 'truck') return AT_WORK;
  return electric && body === 'hatchback' ? SMALL_ELECTRIC : USUAL;
}

export function interiorOf(leather: boolean, random: SeededRandom): Interior {
  return (leather ? RICH_INTERIOR : PLAIN_INTERIOR).draw(random);
}
