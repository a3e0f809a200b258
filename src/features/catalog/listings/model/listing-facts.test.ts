import { expect, test } from 'vitest';
import { factsOf, valuesOf } from './listing-facts.ts';
import { EMPTY_VALUES, type SellValues, sellForm, sellProblems } from './listing-form.ts';

const TYPED: SellValues = {
  ...EMPTY_VALUES,
  make: 'BYD',
  model: 'Seal',
  year: '2023',
  mileage: '31,800',
  price: '14,800.50',
  location: 'Guangzhou',
};

test('accepts the required values alone, and leaves the others null', () => {
  expect(sellProblems(sellForm, TYPED)).toBeNull();
  expect(factsOf(TYPED)).toMatchObject({
    priceCents: 1_480_050,
    mileage: { value: 31_800, unit: 'km' },
    owners: null,
    transmission: null,
    vin: null,
  });
});

test('round-trips all facts through the form', () => {
  const facts = factsOf({
    ...TYPED,
    owner: '2',
    vin: 'LGXCE4CB5P0123456',
    seatingCapacity: '5',
    drive: 'rear',
    steering: 'right',
    doors: '5',
    contactMethods: ['chat'],
  });
  expect(facts).toMatchObject({
    owners: 2,
    seatingCapacity: 5,
    drive: 'rear',
    steering: 'right',
    doors: 5,
    fuelType: null,
  });
  expect(factsOf(valuesOf(facts))).toEqual(facts);
  expect(sellProblems(sellForm, { ...TYPED, drive: '4wd' })).toEqual({ drive: 'sell.choose' });
});

test('round-trips the facts that decide about import', () => {
  const typed = {
    ...TYPED,
    fuelType: 'electric',
    productionMonth: '2022-11',
    firstRegistrationMonth: '2023-02',
    firstRegistrationCountry: 'CN',
    emission: 'none',
    lengthMm: '4,800',
    batteryKwh: '82.5',
    batteryHealth: '96',
    batteryHealthDate: '2026-01-31',
    chargePort: 'gbt',
  } as const satisfies SellValues;
  expect(sellProblems(sellForm, typed)).toBeNull();
  const facts = factsOf(typed);
  expect(facts).toMatchObject({
    productionMonth: '2022-11',
    firstRegistrationCountry: 'CN',
    emission: 'none',
    lengthMm: 4800,
    batteryKwh: 82.5,
    batteryHealth: 96,
    batteryHealthDate: '2026-01-31',
    chargePort: 'gbt',
    keys: null,
  });
  expect(factsOf(valuesOf(facts))).toEqual(facts);
});

test('normalizes a VIN however it was typed', () => {
  expect(factsOf({ ...TYPED, vin: ' ｌｇｘ-ce4cb5p0123456 ' }).vin).toBe('LGXCE4CB5P0123456');
});

test('drops the details of modifications unless there are modifications', () => {
  expect(factsOf({ ...TYPED, modificationDetails: 'lowered' }).modificationDetails).toBeNull();
});

test.each([
  ['price', '-1'],
  ['price', '0'],
  ['price', '0.001'],
  ['price', '1e308'],
  ['price', '12,50'],
  ['price', '5,000,000.01'],
  ['price', 'NaN'],
  ['price', '١٢٠٠٠'],
  ['year', '9999'],
  ['year', '23'],
  ['mileage', '-5'],
  ['mileage', ''],
  ['mileage', '2,000,001'],
  ['engine', '99'],
  ['engine', '12,001'],
  ['owner', '1.5'],
  ['seatingCapacity', '1'],
  ['seatingCapacity', '16'],
  ['make', ' '],
  ['location', ''],
  ['description', `${'x'.repeat(10_001)}`],
  ['description', 'a\u0000b'],
  ['condition', 'Perfect'],
  ['productionMonth', '2021'],
  ['productionMonth', '2021-13'],
  ['productionMonth', '2999-01'],
  ['productionMonth', '2019-01'],
  ['firstRegistrationMonth', '03/2021'],
  ['firstRegistrationCountry', 'XX'],
  ['firstRegistrationCountry', 'China'],
  ['emission', 'euro7'],
  ['powerKw', '4'],
  ['lengthMm', '465'],
  ['widthMm', '2601'],
  ['heightMm', '899'],
  ['curbWeightKg', '7501'],
  ['keys', '10'],
  ['batteryKwh', '82.55'],
  ['batteryKwh', '0.4'],
  ['rangeKm', '9'],
  ['batteryHealth', '101'],
  ['batteryHealthDate', '2025-02-30'],
  ['batteryHealthDate', '2999-01-01'],
  ['chargePort', 'gbt'],
  ['vin', 'LGXCE4CB5P012345'],
  ['vin', 'LGXCE4CB5PO123456'],
])('rejects %s %j', (field, value) => {
  expect(Object.keys(sellProblems(sellForm, { ...TYPED, [field]: value }) ?? {})).toEqual([field]);
});

test('accepts a description with paragraphs in any script', () => {
  const description = 'سيارة نظيفة\n\n车况很好';
  expect(sellProblems(sellForm, { ...TYPED, description })).toBeNull();
});
