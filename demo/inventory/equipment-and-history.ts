import type { Condition } from '../../src/features/catalog/listings/model/listing.ts';
import type { Vehicle } from './choose-vehicle.ts';
import type { SeededRandom } from './seeded-random.ts';

export type Equipment = { gps: boolean; sunroof: boolean; leatherSeats: boolean; backupCamera: boolean };

export type History = {
  owners: number;
  certified: boolean;
  recentServicing: boolean;
  noAccidentHistory: boolean;
  modificationDetails: string | null;
};

type Circumstances = {
  mode: 'Sell' | 'Rent';
  status: string;
  age: number;
  mileageKm: number;
  condition: Condition;
};

/** Below this mileage a car was only moved between factory, yard and port. */
export const DELIVERY_KM = 200;

export function equipmentOf({ kind: { model, car }, trim, year }: Vehicle, random: SeededRandom): Equipment {
  const price = model.newPriceUsd * (0.85 + 0.3 * trim.grade);
  const works = model.body === 'truck' || (model.body === 'van' && price < 15_000);
  const modern = year >= 2019 || car.fuel === 'electric';
  return {
    gps: random.chance(price < 9_000 ? 0.15 : modern ? 0.86 : 0.45),
    sunroof: !works && model.body !== 'convertible' && random.chance(byPrice(price, 0.02, 0.4, 0.68, 0.86)),
    leatherSeats: random.chance(byPrice(price, 0.03, 0.3, 0.68, 0.95) * (works ? 0.5 : 1)),
    backupCamera: random.chance(price < 8_000 ? 0.3 : modern ? 0.93 : 0.55),
  };
}

function byPrice(price: number, small: number, low: number, middle: number, high: number): number {
  if (price < 9_000) return small;
  if (price < 14_000) return low;
  return price < 20_000 ? middle : high;
}

export function historyOf(vehicle: Vehicle, circumstances: Circumstances, random: SeededRandom): History {
  const { status, condition, mileageKm } = circumstances;
  const untouched = mileageKm < DELIVERY_KM;
  const certified = status !== 'requested' && random.chance({ Excellent: 0.47, Good: 0.29, Fair: 0 }[condition]);
  return {
    owners: untouched ? 0 : ownersOf(circumstances, random),
    certified,
    recentServicing: !untouched && random.chance(0.6),
    noAccidentHistory: certified || untouched || random.chance({ Excellent: 0.96, Good: 0.87, Fair: 0.62 }[condition]),
    modificationDetails: !untouched && random.chance(0.045) ? modificationOf(vehicle, random) : null,
  };
}

function ownersOf({ mode, age }: Circumstances, random: SeededRandom): number {
  const mark = random.next();
  if (mode === 'Rent') return age > 2 && mark < 0.15 ? 2 : 1;
  if (age < 1) return 1;
  if (age < 3) return mark < 0.82 ? 1 : 2;
  if (age < 6) return mark < 0.55 ? 1 : mark < 0.9 ? 2 : 3;
  return mark < 0.3 ? 1 : mark < 0.7 ? 2 : mark < 0.92 ? 3 : 4;
}

const SMALL_MODIFICATIONS = [
  'Window tint all around, with front and rear dash cameras.',
  'Tailored floor mats and seat covers, fitted by the first owner.',
  'Second USB panel and a phone holder on the center console.',
];
const MODIFICATIONS = [
  ...SMALL_MODIFICATIONS,
  'Aftermarket 18-inch alloy wheels. The four original wheels come with the car.',
  'Android head unit with English menus replaces the original radio.',
  'Paint protection film on the whole body, fitted by the first owner.',
  'Interior lighting strips along the doors and the dashboard.',
];
const ROUGH_ROAD_MODIFICATIONS = [
  'Roof rack and tow bar fitted; both can be removed.',
  'Steel bull bar and a 2-inch suspension lift.',
  'All-terrain tires and a full-size spare wheel on the rear.',
  'Side steps, mud flaps and a cargo liner.',
];

function modificationOf({ kind: { model, car } }: Vehicle, random: SeededRandom): string {
  if (model.newPriceUsd < 10_000) return random.pick(SMALL_MODIFICATIONS);
  const rough = model.body === 'truck' || (model.body === 'suv' && car.fuel !== 'electric');
  return random.pick(rough && random.chance(0.5) ? ROUGH_ROAD_MODIFICATIONS : MODIFICATIONS);
}
