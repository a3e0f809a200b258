import type { CarType, Condition, FuelType, Transmission } from '../../src/features/catalog/listings/model/listing.ts';
import type { OptionOf } from '../../src/features/catalog/listings/model/listing-fields.ts';
import type { CarBody } from '../cars/bodies/bodies.ts';
import type { CarFace } from '../cars/faces/faces.ts';
import type { CarPaint } from '../cars/paint.ts';
import { type Vehicle, VehicleChooser } from './choose-vehicle.ts';
import { interiorOf, Painter } from './colors.ts';
import { demoVin } from './demo-vin.ts';
import { CarDescriber } from './describe-car.ts';
import { equipmentOf, historyOf } from './equipment-and-history.ts';
import { type ImportFacts, importFactsOf } from './import-facts.ts';
import { places } from './places.ts';
import { ageOf, askingPriceUsd, conditionOf, dayRentUsd, mileageOf, worthUsd } from './price-and-mileage.ts';
import { SeededRandom } from './seeded-random.ts';

export type DemoListing = ImportFacts & {
  stockNumber: string;
  mode: 'Sell' | 'Rent';
  status: 'active' | 'requested' | 'sold' | 'rented';
  make: string;
  model: string;
  trim: string;
  year: number;
  bodyType: CarType;
  mileageKm: number;
  priceCents: number;
  fuelType: FuelType;
  transmission: Transmission;
  drive: OptionOf<'drive'> | null;
  steering: OptionOf<'steering'> | null;
  engineCc: number | null;
  seats: number;
  doors: number;
  exteriorColor: string;
  interiorColor: string;
  location: string;
  vin: string | null;
  owners: number;
  condition: Condition;
  certified: boolean;
  serviceHistory: { recentServicing: boolean; noAccidentHistory: boolean; modifications: boolean };
  modificationDetails: string | null;
  extraFeatures: { gps: boolean; sunroof: boolean; leatherSeats: boolean; backupCamera: boolean };
  description: string;
  postedAt: Date;
  updatedAt: Date;
  body: CarBody;
  paint: CarPaint;
  face: CarFace;
  cabin: 'dark' | 'tan' | 'light';
};

const SEED = 20_240_830;
const DAY = 86_400_000;
const DAYS_BACK = 120;
/** Share of rentals among cars suitable for renting, which are about three quarters of all. */
const SHARE_FOR_RENT = 0.142;
const WITHOUT_VIN = 0.04;

/** Generates the demo inventory, oldest listing first. The same count and UTC day give the same cars. */
export function* demoListings(count: number, today: Date): Generator<DemoListing> {
  const random = new SeededRandom(SEED);
  const midnight = Math.floor(today.getTime() / DAY) * DAY;
  const nowInYears = yearsSinceZero(new Date(midnight));
  const chooser = new VehicleChooser(Math.floor(nowInYears));
  const describer = new CarDescriber();
  const painter = new Painter();
  for (let nth = 0; nth < count; nth++) {
    const vehicle = chooser.choose(random);
    const postedAt = midnight - DAYS_BACK * DAY + daylight(((nth + random.next()) / count) * DAYS_BACK);
    yield listingOf(vehicle, nth, { random, nowInYears, postedAt, midnight, painter, describer });
  }
}

type Circumstances = {
  random: SeededRandom;
  nowInYears: number;
  postedAt: number;
  midnight: number;
  painter: Painter;
  describer: CarDescriber;
};

function listingOf(vehicle: Vehicle, nth: number, circumstances: Circumstances): DemoListing {
  const { random, nowInYears, postedAt, midnight, painter, describer } = circumstances;
  const { kind, trim, year } = vehicle;
  const { make, model, car, body, face } = kind;
  const age = ageOf(year, nowInYears, random);
  const mode: DemoListing['mode'] = forHire(vehicle, age) && random.chance(SHARE_FOR_RENT) ? 'Rent' : 'Sell';
  const mileageKm = mileageOf(vehicle, age, mode === 'Rent', random);
  const drawn = conditionOf(age, mileageKm, random);
  const condition = mode === 'Rent' && drawn === 'Fair' ? 'Good' : drawn;
  const worth = worthUsd(vehicle, { age, mileageKm, condition }, random);
  const priceUsd = mode === 'Rent' ? dayRentUsd(worth, random) : askingPriceUsd(worth, random);
  const status = statusOf(mode, random);
  const equipment = equipmentOf(vehicle, random);
  const history = historyOf(vehicle, { mode, status, age, mileageKm, condition }, random);
  const exterior = painter.paint(vehicle, mode, random);
  const interior = interiorOf(equipment.leatherSeats, random);
  const place = places.draw(random);
  const drive = driveOf(vehicle);
  const steering = steeringOf(vehicle, nth);
  const facts = { vehicle, mode, mileageKm, condition, exterior, interior, place, equipment, history, age };
  return {
    stockNumber: `CQ-${String(nth + 1).padStart(5, '0')}`,
    mode,
    status,
    make,
    model: model.name,
    trim: trim.name,
    year,
    bodyType: model.body,
    mileageKm,
    priceCents: priceUsd * 100,
    fuelType: car.fuel,
    transmission: trim.transmission,
    drive,
    steering,
    ...importFactsOf(vehicle, { nth, age, midnight, steering, drive }),
    engineCc: car.engineCc,
    seats: trim.seats,
    doors: doorsOf(vehicle),
    exteriorColor: exterior.name,
    interiorColor: interior.name,
    location: place.location,
    vin: random.chance(WITHOUT_VIN) ? null : demoVin(kind.worldMakerCode, kind.code, year, nth),
    owners: history.owners,
    condition,
    certified: history.certified,
    serviceHistory: {
      recentServicing: history.recentServicing,
      noAccidentHistory: history.noAccidentHistory,
      modifications: history.modificationDetails !== null,
    },
    modificationDetails: history.modificationDetails,
    extraFeatures: equipment,
    description: describer.describe(facts, random),
    postedAt: new Date(postedAt),
    updatedAt: new Date(updatedAfter(postedAt, midnight, random)),
    body,
    paint: exterior.paint,
    face,
    cabin: interior.cabin,
  };
}

const ALL_WHEELS = /\b(AWD|4x4|4MATIC|quattro|xDrive)\b/;
/** Makes whose electric cars without all-wheel drive have rear-wheel drive. */
const REAR_ELECTRIC = ['Tesla', 'Xiaomi'];
/** Makes that build sedans or hatchbacks with rear-wheel drive. */
const NOT_ALL_FRONT = ['BMW', 'Mercedes-Benz', 'Cadillac', 'Hongqi'];

/** Returns the drive where the trim or the make tells it. */
function driveOf({ kind: { make, model, car }, trim }: Vehicle): DemoListing['drive'] {
  if (ALL_WHEELS.test(trim.name)) return 'all';
  if (car.fuel === 'electric') return REAR_ELECTRIC.includes(make) ? 'rear' : null;
  const isSmall = model.body === 'sedan' || model.body === 'hatchback';
  return isSmall && !NOT_ALL_FRONT.includes(make) ? 'front' : null;
}

/** Models that are also built in China for countries that drive on the left. */
const ALSO_RIGHT: Record<string, string[]> = {
  BYD: ['Yuan Plus', 'Dolphin', 'Seal'],
  MG: ['ZS', 'HS', '4', '5'],
  GWM: ['Poer'],
  Haval: ['H6', 'Jolion'],
  Maxus: ['T60', 'T90'],
  Ora: ['Good Cat'],
  Tesla: ['Model 3', 'Model Y'],
};
const RIGHT_OF_THESE = 0.3;
const WITHOUT_STEERING_SIDE = 0.04;

/** Uses a separate random sequence, which leaves the other facts of the inventory unchanged. */
function steeringOf({ kind: { make, model } }: Vehicle, nth: number): DemoListing['steering'] {
  const random = new SeededRandom(SEED + 7 * nth);
  if (random.chance(WITHOUT_STEERING_SIDE)) return null;
  return ALSO_RIGHT[make]?.includes(model.name) && random.chance(RIGHT_OF_THESE) ? 'right' : 'left';
}

const DOORS_OF_TYPE: Record<CarType, number> = {
  sedan: 4,
  suv: 5,
  hatchback: 5,
  truck: 4,
  coupe: 2,
  wagon: 5,
  van: 5,
  convertible: 2,
};

function doorsOf({ kind: { model, body }, trim }: Vehicle): number {
  if (body === 'city') return 3;
  return model.body === 'truck' && trim.seats <= 3 ? 2 : DOORS_OF_TYPE[model.body];
}

function forHire({ kind: { model, car } }: Vehicle, age: number): boolean {
  return (
    age < 5.5 && model.seats >= 4 && model.newPriceUsd > 6_000 && (model.body !== 'truck' || car.fuel !== 'diesel')
  );
}

function statusOf(mode: DemoListing['mode'], random: SeededRandom): DemoListing['status'] {
  const mark = random.next();
  if (mark < 0.05) return 'requested';
  if (mark < 0.14) return mode === 'Rent' ? 'rented' : 'sold';
  return 'active';
}

function updatedAfter(postedAt: number, midnight: number, random: SeededRandom): number {
  if (random.chance(0.45)) return postedAt;
  const room = midnight - postedAt;
  return postedAt + Math.floor(room * random.next() ** 2);
}

/** Chooses a posting time between 8:30 and 21:30 in China. */
function daylight(days: number): number {
  const day = Math.floor(days);
  return day * DAY + Math.floor((0.5 / 24 + ((days - day) * 13) / 24) * DAY);
}

function yearsSinceZero(date: Date): number {
  const year = date.getUTCFullYear();
  const start = Date.UTC(year, 0, 1);
  return year + (date.getTime() - start) / (Date.UTC(year + 1, 0, 1) - start);
}
