import { expect, test } from 'vitest';
import { type PricedCar, pricePosition } from './price-position.ts';

const CAR: PricedCar = { id: 1, priceCents: 1_000_000, year: 2021, mileageKm: 50_000 };

/** Cars whose prices follow a rule exactly: 10 % per year, -3 % per 10,000 km. */
function market(count: number, middleCents = 1_000_000): PricedCar[] {
  return Array.from({ length: count }, (_, at) => {
    const year = 2018 + (at % 7);
    const mileageKm = 20_000 + ((at * 7) % 13) * 8_000;
    const price = middleCents * 1.1 ** (year - 2021) * 0.97 ** ((mileageKm - 50_000) / 10_000);
    return { id: 2 + at, year, mileageKm, priceCents: Math.round(price) };
  });
}

test('the effect of years and mileage is found, and the median is that of equal cars', () => {
  const position = pricePosition(CAR, market(30))!;
  expect(position.adjustments!.perYear).toBeCloseTo(0.1, 3);
  expect(position.adjustments!.per10000Km).toBeCloseTo(-0.03, 3);
  expect(position.medianCents / 1_000_000).toBeCloseTo(1, 2);
  expect(position).toMatchObject({ level: 'usual', cars: 30 });
});

test.each([
  [940_000, 'lower'],
  [960_000, 'usual'],
  [1_040_000, 'usual'],
  [1_060_000, 'higher'],
] as const)('a price of %i cents is %s', (priceCents, level) => {
  expect(pricePosition({ ...CAR, priceCents }, market(30))!.level).toBe(level);
});

test('each shown car adds up: price, years and mileage are the adjusted price', () => {
  const { nearest } = pricePosition(CAR, market(30))!;
  expect(nearest).toHaveLength(5);
  for (const { priceCents, forYearCents, forMileageCents, adjustedCents } of nearest)
    expect(priceCents + forYearCents + forMileageCents).toBe(adjustedCents);
  const years = nearest.map(({ year }) => Math.abs(year - CAR.year));
  expect(Math.max(...years)).toBeLessThanOrEqual(1);
});

test('compares few cars without adjusting their prices, and too few not at all', () => {
  const oneYearApart = market(30).filter(({ year }) => Math.abs(year - CAR.year) <= 1);
  const few = pricePosition(CAR, [...oneYearApart.slice(0, 5), { ...CAR, id: 99, year: 2023 }])!;
  expect(few).toMatchObject({ adjustments: null, yearsApart: 1, cars: 5 });
  expect(few.nearest.every(({ priceCents, adjustedCents }) => priceCents === adjustedCents)).toBe(true);
  expect(pricePosition(CAR, oneYearApart.slice(0, 3))).toBeNull();
});

test('cars of one year, or without mileages, are not adjusted', () => {
  const sameYear = market(20).map((car) => ({ ...car, year: 2021 }));
  expect(pricePosition(CAR, sameYear)!.adjustments).toBeNull();
  const unknown = market(20).map((car) => ({ ...car, mileageKm: null }));
  expect(pricePosition(CAR, unknown)!.adjustments).toBeNull();
});

test('a market in which older cars cost more does not make years worth less than nothing', () => {
  const odd = market(30).map((car) => ({ ...car, priceCents: 100_000 * (2030 - car.year) + car.mileageKm! }));
  expect(pricePosition(CAR, odd)!.adjustments).toEqual({ perYear: 0, per10000Km: 0 });
});
