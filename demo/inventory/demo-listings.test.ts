import { describe, expect, test } from 'vitest';
import { catalog } from '../../content/catalog/catalog.ts';
import { factConflicts } from '../../src/features/catalog/listings/model/facts/fact-conflicts.ts';
import type { CarType } from '../../src/features/catalog/listings/model/listing.ts';
import { expectedCheckDigit } from '../../src/features/catalog/vehicles/model/vin.ts';
import type { CarBody } from '../cars/bodies/bodies.ts';
import { FACES } from '../cars/faces/faces.ts';
import { lineUps } from './choose-vehicle.ts';
import { type DemoListing, demoListings } from './demo-listings.ts';
import { bodyOfModel, EXCEPTIONS } from './looks/body-of-model.ts';

const NOW = new Date('2026-11-21T09:30:00Z');
const MIDNIGHT = new Date('2026-11-21T00:00:00Z');
const stock = [...demoListings(4_200, NOW)];
const share = (is: (car: DemoListing) => boolean, of = stock) => of.filter(is).length / of.length;
const makeOf = (name: string) => catalog.find((make) => make.name === name);

test('the same count and day give the same listings at any hour', () => {
  expect([...demoListings(300, NOW)]).toEqual([...demoListings(300, MIDNIGHT)]);
});

test('returns the requested number of listings, including 0 and 1', () => {
  for (const count of [0, 1, 2, 137]) expect([...demoListings(count, NOW)]).toHaveLength(count);
});

test('stock numbers and VINs are unique, and every VIN carries its check digit', () => {
  const many = [...demoListings(30_000, NOW)];
  const vins = many.flatMap(({ vin }) => vin ?? []);
  expect(new Set(many.map(({ stockNumber }) => stockNumber)).size).toBe(many.length);
  expect(new Set(vins).size).toBe(vins.length);
  expect(1 - vins.length / many.length).toBeCloseTo(0.04, 2);
  expect(vins.filter((vin) => !/^[LH][A-HJ-NPR-Z0-9]{16}$/.test(vin) || vin[8] !== expectedCheckDigit(vin))).toEqual(
    [],
  );
});

test('expectedCheckDigit matches examples of the standard', () => {
  expect(expectedCheckDigit('1M8GDM9AXKP042788')).toBe('X');
  expect(expectedCheckDigit('11111111111111111')).toBe('1');
});

test('makes, offers and statuses have plausible shares', () => {
  expect(share(({ make }) => makeOf(make)?.country === 'CN')).toBeGreaterThan(0.8);
  expect(share(({ make }) => makeOf(make)?.country === 'CN')).toBeLessThan(0.9);
  expect(share(({ make }) => make === 'BYD')).toBeGreaterThan(0.09);
  expect(new Set(stock.map(({ make }) => make)).size).toBeGreaterThan(70);
  const rents = stock.filter(({ mode }) => mode === 'Rent');
  expect(rents.length).toBeGreaterThan(400);
  expect(rents.length).toBeLessThan(500);
  const active = stock.filter(({ status }) => status === 'active');
  expect(active.length / stock.length).toBeGreaterThan(0.8);
  expect(share(({ certified }) => certified, active)).toBeCloseTo(0.35, 1);
  expect(stock.every(({ mode, status }) => status !== (mode === 'Rent' ? 'sold' : 'rented'))).toBe(true);
  expect(new Set(stock.map(({ status }) => status)).size).toBe(4);
});

test('every car is a model of the catalog, from one of its model years', () => {
  for (const car of stock) {
    const model = makeOf(car.make)?.models.find(({ name }) => name === car.model);
    expect(model, `${car.make} ${car.model}`).toBeDefined();
    expect(car.year).toBeGreaterThanOrEqual(model!.from);
    expect(car.year).toBeLessThanOrEqual(Math.min(model!.to ?? 2026, 2026));
    expect(model!.fuels).toContain(car.fuelType);
  }
});

test('gives all-wheel drive to trims that name it, and each drive or none to some cars', () => {
  for (const { trim, drive } of stock) if (/AWD|4x4/.test(trim)) expect(drive, trim).toBe('all');
  expect(new Set(stock.map(({ drive }) => drive))).toEqual(new Set(['front', 'rear', 'all', null]));
});

test('makes a few cars right-hand drive and leaves the side of some open', () => {
  const right = stock.filter(({ steering }) => steering === 'right');
  expect(right.length / stock.length).toBeGreaterThan(0.01);
  expect(right.length / stock.length).toBeLessThan(0.06);
  expect(share(({ steering }) => steering === null)).toBeCloseTo(0.04, 1);
});

test.each<[Partial<DemoListing>, number]>([
  [{ bodyType: 'sedan' }, 4],
  [{ bodyType: 'suv' }, 5],
  [{ bodyType: 'convertible' }, 2],
  [{ body: 'flatbed' }, 2],
  [{ make: 'Wuling', model: 'Hongguang Mini EV' }, 3],
  [{ make: 'BYD', model: 'Seagull' }, 5],
])('cars of %j have %i doors', (facts, doors) => {
  const cars = stock.filter((car) => Object.entries(facts).every(([name, value]) => car[name as 'body'] === value));
  expect([...new Set(cars.map((car) => car.doors))]).toEqual([doors]);
});

test('keeps facts for import rules consistent, with some missing', () => {
  const known = <Name extends keyof DemoListing>(name: Name, of = stock) => share((car) => car[name] !== null, of);
  for (const car of stock) expect(factConflicts(car, '2026-11-21'), car.stockNumber).toEqual({});
  for (const name of ['productionMonth', 'firstRegistrationMonth', 'lengthMm', 'keys'] as const) {
    expect(known(name), name).toBeGreaterThan(0.5);
    expect(known(name), name).toBeLessThan(0.95);
  }
  const electric = stock.filter(({ fuelType }) => fuelType === 'electric');
  expect(known('emission', electric)).toBe(0);
  expect(known('chargePort', electric)).toBeCloseTo(0.88, 1);
  expect(known('batteryHealth', electric)).toBeCloseTo(0.48, 1);
  for (const car of electric.filter(({ steering, chargePort }) => steering === 'right' && chargePort !== null))
    expect(car.chargePort).toBe('ccs2');
  for (const { emission, productionMonth } of stock.filter(({ productionMonth: built }) => (built ?? '') >= '2021'))
    if (emission !== null) expect(emission, productionMonth ?? '').toBe('china6');
});

test('all cars of a model have the same size unless versions differ', () => {
  const sizes = new Map<string, Set<string>>();
  for (const { make, model, lengthMm, widthMm, heightMm, fuelType } of stock) {
    if (lengthMm === null || fuelType === 'electric') continue;
    const key = `${make} ${model}`;
    sizes.set(key, (sizes.get(key) ?? new Set()).add(`${lengthMm} ${widthMm} ${heightMm}`));
  }
  for (const [name, different] of sizes) expect(different.size, name).toBe(1);
});

test('the facts of a car are consistent and fit the database', () => {
  for (const car of stock) {
    expect(car.engineCc === null).toBe(car.fuelType === 'electric');
    if (car.fuelType === 'electric') expect(car.transmission).toBe('automatic');
    expect(car.seats).toBeGreaterThanOrEqual(2);
    expect(car.seats).toBeLessThanOrEqual(15);
    expect(car.mileageKm).toBeGreaterThan(0);
    expect(car.mileageKm).toBeLessThanOrEqual(22_000 * (2027 - car.year));
    expect(car.owners).toBeLessThanOrEqual(4);
    expect(car.serviceHistory.modifications).toBe(car.modificationDetails !== null);
    if (car.certified) expect(car.status).not.toBe('requested');
    expect(car.trim.length).toBeLessThanOrEqual(80);
    expect(car.location.length).toBeLessThanOrEqual(120);
    expect(car.exteriorColor.length).toBeLessThanOrEqual(40);
    const sentences = car.description.split(/[.:] /).length;
    expect(sentences, car.description).toBeGreaterThanOrEqual(2);
    expect(car.description.length).toBeLessThan(600);
  }
});

describe('prices', () => {
  const sales = stock.filter(({ mode }) => mode === 'Sell');
  const dollars = (car: DemoListing) => car.priceCents / 100;

  test('sale prices are multiples of 50 or 100 dollars, and daily rents whole dollars', () => {
    for (const car of stock) {
      if (car.mode === 'Rent') {
        expect(Number.isInteger(dollars(car))).toBe(true);
        expect(dollars(car)).toBeGreaterThanOrEqual(25);
        expect(dollars(car)).toBeLessThanOrEqual(250);
      } else {
        expect(dollars(car) % (dollars(car) < 10_000 ? 50 : 100)).toBe(0);
        expect(dollars(car)).toBeGreaterThanOrEqual(2_500);
      }
    }
    expect(share((car) => dollars(car) > 95_000, sales)).toBeLessThan(0.005);
    expect(share((car) => dollars(car) > 40_000, sales)).toBeGreaterThan(0.01);
  });

  test('fall with age for the same model', () => {
    const songs = [...demoListings(20_000, NOW)].filter(
      ({ mode, model, fuelType }) => mode === 'Sell' && model === 'Song Plus' && fuelType === 'hybrid',
    );
    const averages = [2022, 2023, 2024, 2025, 2026].map((year) => {
      const ofYear = songs.filter((car) => car.year === year).map(dollars);
      return ofYear.reduce((sum, price) => sum + price, 0) / ofYear.length;
    });
    expect(averages).toEqual(averages.toSorted((a, b) => a - b));
  });
});

test('posting times are spread over the last 120 days, oldest first', () => {
  const posted = stock.map(({ postedAt }) => postedAt.getTime());
  expect(posted).toEqual(posted.toSorted((a, b) => a - b));
  expect(posted[0]).toBeGreaterThanOrEqual(MIDNIGHT.getTime() - 120 * 86_400_000);
  expect(MIDNIGHT.getTime() - posted[0]!).toBeGreaterThan(118 * 86_400_000);
  for (const { postedAt, updatedAt } of stock) {
    expect(updatedAt.getTime()).toBeGreaterThanOrEqual(postedAt.getTime());
    expect(updatedAt.getTime()).toBeLessThanOrEqual(MIDNIGHT.getTime());
  }
});

describe('looks', () => {
  const BODIES_OF_TYPE: Record<CarType, CarBody[]> = {
    sedan: ['sedan', 'executive', 'fastback'],
    suv: ['crossover', 'suv', 'largesuv', 'coupesuv', 'offroader'],
    hatchback: ['city', 'supermini', 'hatchback'],
    truck: ['truck', 'flatbed'],
    coupe: ['coupe'],
    wagon: ['wagon'],
    van: ['mpv', 'minivan', 'van'],
    convertible: ['convertible'],
  };
  const listed = (mode: DemoListing['mode']) =>
    stock.filter((car) => car.mode === mode && (car.status === 'active' || car.status === 'rented')).reverse();
  const neighbors = (cars: DemoListing[]) => cars.slice(1).map((car, at) => [cars[at]!, car] as const);

  test('every car has a body of its type and a face of its engine', () => {
    for (const { make, model, bodyType, body, face, fuelType } of stock) {
      expect(BODIES_OF_TYPE[bodyType], `${make} ${model}`).toContain(body);
      if (fuelType === 'electric' && body !== 'offroader') expect(FACES[face].closed, `${make} ${model}`).toBe(true);
      if (fuelType === 'petrol' || fuelType === 'diesel') expect(FACES[face].closed, `${make} ${model}`).toBe(false);
    }
    expect(new Set(stock.map(({ body }) => body)).size).toBeGreaterThanOrEqual(14);
    expect(new Set(stock.map(({ face }) => face)).size).toBeGreaterThanOrEqual(9);
  });

  test.each<[string, string, CarBody]>([
    ['Fangchengbao', 'Bao 5', 'offroader'],
    ['Tank', '300', 'offroader'],
    ['BAIC', 'BJ40', 'offroader'],
    ['Geely', 'Tugella', 'coupesuv'],
    ['SWM', 'X7', 'largesuv'],
    ['Brilliance', 'V3', 'crossover'],
    ['Haval', 'H6', 'suv'],
    ['Wuling', 'Hongguang Mini EV', 'city'],
    ['BYD', 'Han', 'executive'],
    ['BYD', 'Seal', 'fastback'],
    ['Geely', 'Emgrand', 'sedan'],
    ['Denza', 'D9', 'minivan'],
    ['Maxus', 'V80', 'van'],
    ['GWM', 'Poer', 'truck'],
    ['MG', 'Cyberster', 'convertible'],
  ])('a %s %s is drawn as %s', (make, model, body) => {
    expect(bodyOfModel(make, makeOf(make)!.models.find(({ name }) => name === model)!)).toBe(body);
  });

  test('exceptions name models of the line-up, once each', () => {
    const known = lineUps.flatMap(({ make, cars }) => cars.map(({ model }) => `${make} ${model}`));
    const named = Object.values(EXCEPTIONS).flatMap((makes) =>
      Object.entries(makes).flatMap(([make, models]) => models.split(', ').map((model) => `${make} ${model}`)),
    );
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  test.each(['Sell', 'Rent'] as const)('neighbors in the list of mode %s differ in body, face or paint', (mode) => {
    for (const [car, next] of neighbors(listed(mode)))
      expect([next.body, next.face, next.paint]).not.toEqual([car.body, car.face, car.paint]);
  });

  test('neighbors in the list of cars for sale differ in body or face', () => {
    for (const [car, next] of neighbors(listed('Sell')))
      expect([next.body, next.face]).not.toEqual([car.body, car.face]);
  });
});

test('consecutive cars differ in make, paint and description', () => {
  for (const [at, car] of stock.entries()) {
    const next = stock[at + 1];
    if (!next) continue;
    expect(next.make).not.toBe(car.make);
    expect(next.paint).not.toBe(car.paint);
    expect(next.description).not.toBe(car.description);
  }
  expect(new Set(stock.map(({ description }) => description)).size).toBeGreaterThan(stock.length * 0.99);
});

test('no description contradicts the facts', () => {
  for (const { description, serviceHistory, certified, extraFeatures, fuelType, owners } of stock) {
    if (!serviceHistory.noAccidentHistory) expect(description).not.toMatch(/even on every|No collision|no panel/);
    else expect(description).not.toMatch(/bump at the front|rear-end repair|door was repaired|was replaced after/);
    if (!certified) expect(description).not.toMatch(/certified/);
    if (!extraFeatures.sunroof) expect(description).not.toMatch(/a sunroof/i);
    if (!serviceHistory.recentServicing) expect(description).not.toMatch(/Serviced recently|were changed/);
    if (fuelType === 'electric') expect(description).not.toMatch(/engine|Oil/);
    if (owners !== 1) expect(description).not.toMatch(/[Oo]ne owner/);
  }
});

test('gives the engine the displacement that the trim names', () => {
  for (const { make, cars } of lineUps) {
    for (const { model, trims, engineCc } of cars) {
      for (const trim of trims) {
        const liters = /^(\d\.\d)[TL]/.exec(trim)?.[1];
        if (liters) expect((engineCc! / 1_000).toFixed(1), `${make} ${model} ${trim}`).toBe(liters);
      }
    }
  }
});
