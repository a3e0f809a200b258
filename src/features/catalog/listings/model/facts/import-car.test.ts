import { expect, test } from 'vitest';
import { importCarOf } from '../../server/facts/import-car.ts';

const car = {
  year: 2022,
  productionMonth: null,
  firstRegistrationMonth: null,
  fuelType: 'petrol',
  engine: 1498,
  emission: null,
  carType: 'suv',
  drive: null,
  steering: null,
  powerKw: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  curbWeightKg: null,
  batteryKwh: null,
  rangeKm: null,
  rangeCycle: null,
  batteryChemistry: null,
  chargePort: null,
} as const;
const UNKNOWN = { catalog: null, vin: null };

test('unknown facts stay null, and a year alone is a range of two years', () => {
  expect(importCarOf(car, UNKNOWN)).toEqual({
    production: { earliest: '2021-01-01', latest: '2022-12-31' },
    firstRegistration: null,
    modelYear: 2022,
    steering: null,
    fuel: 'petrol',
    engineCc: 1498,
    powerKw: null,
    emissionStage: null,
    conformity: [],
    body: 'suv',
    madeIn: null,
    curbWeightKg: null,
    co2: null,
    volumeCbm: null,
  });
});

test('months become ranges of days', () => {
  const known = { ...car, productionMonth: '2021-11', firstRegistrationMonth: '2022-02' };
  expect(importCarOf(known, UNKNOWN)).toMatchObject({
    production: { earliest: '2021-11-01', latest: '2021-11-30' },
    firstRegistration: { earliest: '2022-02-01', latest: '2022-02-28' },
  });
});

test('a car was built before it was registered', () => {
  const latestOf = (firstRegistrationMonth: string) =>
    importCarOf({ ...car, firstRegistrationMonth }, UNKNOWN).production?.latest;
  expect(latestOf('2022-03')).toBe('2022-03-31');
  expect(latestOf('2024-03')).toBe('2022-12-31');
  expect(latestOf('2019-03')).toBe('2022-12-31');
});

test('uses the catalog only where the seller states nothing, and the VIN for model year and country', () => {
  const catalog = { steering: 'left', lengthMm: 4650, widthMm: 1825, heightMm: 1680, curbWeightKg: 1785 } as const;
  expect(importCarOf(car, { catalog, vin: { country: 'CN', years: [2023] } })).toMatchObject({
    steering: 'left',
    volumeCbm: 14.26,
    curbWeightKg: 1785,
    madeIn: 'CN',
    modelYear: 2023,
  });
  expect(importCarOf(car, { catalog: null, vin: { country: null, years: [1993, 2023] } }).modelYear).toBe(2022);
});

test.each([
  ['china6', 6],
  ['euro5', 5],
  ['none', 0],
] as const)('the standard %s is stage %i', (emission, stage) => {
  expect(importCarOf({ ...car, emission }, UNKNOWN).emissionStage).toBe(stage);
});

test('an electric car has an engine of 0 cc', () => {
  expect(importCarOf({ ...car, fuelType: 'electric', engine: null }, UNKNOWN).engineCc).toBe(0);
});
