import { expect, test } from 'vitest';
import { evSpecsOf } from '#features/catalog/vehicles/model/ev-specs.ts';
import { catalogFacts, completedFacts, type StatedCar, volumeOf } from './catalog-facts.ts';

const car: StatedCar = {
  fuelType: 'electric',
  province: null,
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
};
const g6 = evSpecsOf('XPeng', 'G6', 2023);

test('adds only facts on which all versions of the model agree', () => {
  expect(catalogFacts(car, g6)).toEqual({ lengthMm: 4753, widthMm: 1920, heightMm: 1650, chargePort: 'gbt' });
});

test('narrows the versions by what the seller states, and repeats none of it', () => {
  expect(catalogFacts({ ...car, drive: 'all', powerKw: 355 }, g6)).toEqual({
    lengthMm: 4753,
    widthMm: 1920,
    heightMm: 1650,
    curbWeightKg: 2116,
    batteryKwh: 87.5,
    batteryChemistry: 'nmc',
    rangeKm: 700,
    rangeCycle: 'cltc',
    chargePort: 'gbt',
  });
});

test('adds nothing of the model to a car that is no version of it, or not electric', () => {
  expect(catalogFacts({ ...car, drive: 'front' }, g6)).toEqual({});
  expect(catalogFacts({ ...car, lengthMm: 4400 }, g6)).toEqual({});
  expect(catalogFacts({ ...car, fuelType: 'hybrid' }, g6)).toEqual({});
  expect(catalogFacts({ ...car, fuelType: null }, g6)).toEqual({});
});

test('tells versions apart by their range only in the same cycle', () => {
  expect(catalogFacts({ ...car, rangeKm: 580, rangeCycle: 'cltc' }, g6)).toMatchObject({
    powerKw: 190,
    batteryKwh: 66,
  });
  expect(catalogFacts({ ...car, rangeKm: 400, rangeCycle: 'cltc' }, g6)).toEqual({});
  expect(catalogFacts({ ...car, rangeKm: 400, rangeCycle: 'wltp' }, g6)).toMatchObject({ lengthMm: 4753 });
});

test('never adds a range if the seller stated a range or cycle', () => {
  const [one] = evSpecsOf('BYD', 'Yuan Up', 2024);
  expect(catalogFacts({ ...car, rangeKm: 380 }, [one!])).not.toHaveProperty('rangeCycle');
  expect(catalogFacts({ ...car, rangeCycle: 'wltp' }, [one!])).not.toHaveProperty('rangeKm');
  expect(catalogFacts(car, [one!])).toMatchObject({ rangeKm: 401, rangeCycle: 'cltc' });
});

test.each([
  ['Guangdong', null, { steering: 'left' }],
  ['Guangdong', 'right', {}],
  ['Guangdong', 'left', {}],
  ['Hong Kong', null, {}],
  ['Macau', null, {}],
  ['Taiwan', null, {}],
  [null, null, {}],
] as const)('a car in %j with the stated side %j gets %j', (province, steering, facts) => {
  expect(catalogFacts({ ...car, fuelType: 'petrol', province, steering }, [])).toEqual(facts);
});

test('completes only unknown facts', () => {
  expect(completedFacts({ ...car, lengthMm: 4760 }, { widthMm: 1920 })).toMatchObject({
    lengthMm: 4760,
    widthMm: 1920,
    heightMm: null,
  });
});

test('computes the volume in cubic meters from all three sizes', () => {
  expect(volumeOf({ lengthMm: 4650, widthMm: 1825, heightMm: 1680 })).toBe(14.26);
  expect(volumeOf({ lengthMm: 4650, widthMm: null, heightMm: 1680 })).toBeNull();
});
