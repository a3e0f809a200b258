import type { Condition } from '../../src/features/catalog/listings/model/listing.ts';
import type { Vehicle, VehicleKind } from './choose-vehicle.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Remaining share of the new price, by age in years. */
const KEPT_BY_FUEL = {
  electric: [0.93, 0.78, 0.66, 0.56, 0.48, 0.41, 0.35, 0.3, 0.26, 0.22, 0.19],
  hybrid: [0.94, 0.82, 0.72, 0.63, 0.55, 0.48, 0.42, 0.37, 0.32, 0.28, 0.24],
  burning: [0.94, 0.84, 0.76, 0.68, 0.61, 0.54, 0.48, 0.42, 0.37, 0.33, 0.29, 0.26, 0.23, 0.2, 0.18],
};

/** Price factors of makes whose used cars sell for more or less than others of their age. */
const STANDING: Record<string, number> = {
  Toyota: 1.1,
  Honda: 1.05,
  Tank: 1.06,
  Wuling: 1.05,
  'Li Auto': 1.03,
  Tesla: 1.04,
  Jetour: 1.03,
  Volkswagen: 1.02,
  Cadillac: 0.88,
  Lincoln: 0.9,
  'Land Rover': 0.86,
  Peugeot: 0.82,
  Citroën: 0.82,
  Neta: 0.74,
  Weltmeister: 0.62,
  HiPhi: 0.6,
  Aiways: 0.66,
  Zotye: 0.7,
  Lifan: 0.72,
};

const CONDITION_WORTH: Record<Condition, number> = { Excellent: 1.03, Good: 1, Fair: 0.9 };
const CHEAPEST_USD = 2_500;
const USUAL_KM_A_YEAR = 14_000;

/** Years since the first registration, which is a random time within the model year and not in the future. */
export function ageOf(year: number, nowInYears: number, random: SeededRandom): number {
  const registered = year + random.next() * Math.min(1, nowInYears - year);
  return Math.max(0.05, nowInYears - registered);
}

export function mileageOf({ kind: { model } }: Vehicle, age: number, rented: boolean, random: SeededRandom): number {
  const barelyDriven = age < 0.6 && !rented && random.chance(0.45);
  if (barelyDriven) return random.whole(12, 190);
  const works = model.body === 'van' || model.body === 'truck' || rented;
  const habit = (random.next() + random.next() + random.next()) / 3;
  const kmAYear = Math.min(22_000, 8_000 + habit * (works ? 17_000 : 13_000));
  const km = age * kmAYear;
  return km < 1_000 ? Math.max(60, Math.round(km / 10) * 10) : Math.round(km / 100) * 100;
}

export function conditionOf(age: number, mileageKm: number, random: SeededRandom): Condition {
  const wear = age / 12 + mileageKm / 240_000 + random.between(-0.22, 0.22);
  if (wear < 0.42) return 'Excellent';
  return wear < 1.05 ? 'Good' : 'Fair';
}

type Worn = { age: number; mileageKm: number; condition: Condition };

export function worthUsd({ kind, trim }: Vehicle, { age, mileageKm, condition }: Worn, random: SeededRandom): number {
  const fresh = kind.model.newPriceUsd * (0.93 + 0.17 * trim.grade);
  const moreDriven = (mileageKm - age * USUAL_KM_A_YEAR) * 0.0000025;
  const standing = STANDING[kind.make] ?? 1;
  const worth = fresh * shareOfNewPrice(kind, age) * (1 - moreDriven) * standing * CONDITION_WORTH[condition];
  return worth * random.between(0.96, 1.05);
}

/** Returns the asking price, a multiple of 50 or 100 dollars. */
export function askingPriceUsd(worth: number, random: SeededRandom): number {
  const step = worth < 10_000 ? 50 : 100;
  const floor = CHEAPEST_USD + random.whole(0, 9) * 50;
  return Math.max(floor, Math.round(worth / step) * step);
}

/** Daily rent in whole dollars, close to rental counter prices and not proportional to the car's price. */
export function dayRentUsd(worth: number, random: SeededRandom): number {
  const rent = (17 + worth * 0.00215) * random.between(0.88, 1.15);
  return Math.min(250, Math.max(25, Math.round(rent)));
}

function shareOfNewPrice({ car, model }: VehicleKind, age: number): number {
  const kept = KEPT_BY_FUEL[car.fuel === 'electric' || car.fuel === 'hybrid' ? car.fuel : 'burning'];
  const works = model.body === 'truck' || model.body === 'van' ? 1.04 : 1;
  const at = Math.min(Math.floor(age), kept.length - 1);
  const here = kept[at]!;
  const next = kept[at + 1] ?? here * 0.93;
  return (here + (next - here) * Math.min(1, age - at)) * works;
}
