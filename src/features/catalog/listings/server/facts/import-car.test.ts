import { expect, test } from 'vitest';
import { FIELD_NAMES, type FieldValues } from '../../model/listing-fields.ts';
import { catalogFactsOf, importCarOfListing, vinFactsOf } from './import-car.ts';

const unknown = Object.fromEntries(FIELD_NAMES.map((name) => [name, null])) as unknown as FieldValues;
const car = {
  ...unknown,
  make: 'BYD',
  model: 'Yuan Up',
  year: 2024,
  fuelType: 'electric',
  province: 'Guangdong',
} as const;

test('the import rules get the facts of the seller, completed from catalog and VIN', () => {
  expect(importCarOfListing({ ...car, vin: 'LGXCE4CB9R0004271', curbWeightKg: 1560, batteryKwh: 45.1 })).toMatchObject({
    steering: 'left',
    fuel: 'electric',
    engineCc: 0,
    powerKw: 130,
    curbWeightKg: 1560,
    volumeCbm: 13.21,
    madeIn: 'CN',
    modelYear: 2024,
  });
});

test('names the day of the catalog, and returns null if it knows nothing', () => {
  expect(catalogFactsOf(car)).toMatchObject({ steering: 'left', powerKw: 130, date: '2026-11-23' });
  expect(catalogFactsOf({ ...car, model: 'Unheard', province: null })).toBeNull();
});

test('reads only whole VINs', () => {
  expect(vinFactsOf({ vin: 'LGXCE4CB9R0004271' })).toEqual({ country: 'CN', years: [2024] });
  expect(vinFactsOf({ vin: 'NHP10-6012345' })).toBeNull();
  expect(vinFactsOf({ vin: null })).toBeNull();
});
