import { expect, test } from 'vitest';
import type { ListingResponse } from '../listing-contract.ts';
import { FIELD_NAMES } from '../listing-fields.ts';
import { type PassportGroup, passportOf } from './car-passport.ts';

const UPDATED = '2026-11-20T07:00:00Z';
const COMPILED = '2026-11-01';
const car = (facts: Partial<ListingResponse>): ListingResponse =>
  ({
    ...Object.fromEntries(FIELD_NAMES.map((name) => [name, null])),
    date_updated: UPDATED,
    images: [],
    serviceHistory: { noAccidentHistory: false },
    certificationReport: null,
    certified: false,
    catalogFacts: null,
    vinFacts: null,
    ...facts,
  }) as unknown as ListingResponse;
const groupOf = (facts: Partial<ListingResponse>, name: PassportGroup['name']) =>
  passportOf(car(facts)).groups.find((group) => group.name === name);

test('a car without facts has none, and everything is listed as not known', () => {
  const { groups, lacksBatteryData } = passportOf(car({ fuelType: 'petrol' }));
  expect(groups.flatMap(({ facts }) => facts)).toEqual([]);
  expect(groups.map(({ name }) => name)).toEqual(['import', 'shipping', 'papers']);
  expect(groups.flatMap(({ unknown }) => unknown)).toEqual(
    expect.arrayContaining([
      'productionMonth',
      'firstRegistration',
      'steering',
      'emission',
      'size',
      'report',
      'photos',
    ]),
  );
  expect(lacksBatteryData).toBe(false);
});

test("each fact is the seller's with the day of the update, the VIN's, or the catalog's with its day", () => {
  const group = groupOf(
    {
      productionMonth: '2022-11',
      catalogFacts: { date: COMPILED, steering: 'left' },
      vinFacts: { country: 'CN', years: [2023] },
    },
    'import',
  );
  expect(group?.facts).toEqual([
    {
      name: 'productionMonth',
      value: { kind: 'month', month: '2022-11', country: null },
      source: 'seller',
      date: UPDATED,
    },
    { name: 'modelYear', value: { kind: 'years', years: [2023] }, source: 'vin', date: UPDATED },
    { name: 'builtIn', value: { kind: 'country', country: 'CN' }, source: 'vin', date: UPDATED },
    { name: 'steering', value: { kind: 'option', option: 'left' }, source: 'catalog', date: COMPILED },
  ]);
});

test("the catalog never takes the place of the seller's word", () => {
  const facts = { steering: 'right', catalogFacts: { date: COMPILED, steering: 'left' } } as const;
  expect(groupOf(facts, 'import')?.facts).toMatchObject([{ value: { option: 'right' }, source: 'seller' }]);
});

test('a size is known with all three sides, and from the catalog if one of them is', () => {
  const sizes = { lengthMm: 4650, widthMm: 1825 };
  expect(groupOf(sizes, 'shipping')?.unknown).toContain('size');
  expect(groupOf({ ...sizes, heightMm: 1680 }, 'shipping')?.facts).toEqual([
    {
      name: 'size',
      value: { kind: 'size', ...sizes, heightMm: 1680, volume: 14.26 },
      source: 'seller',
      date: UPDATED,
    },
  ]);
  expect(groupOf({ ...sizes, catalogFacts: { date: COMPILED, heightMm: 1680 } }, 'shipping')?.facts).toMatchObject([
    { source: 'catalog', date: COMPILED },
  ]);
});

test('an electric car has a battery and no emission standard', () => {
  const { groups, lacksBatteryData } = passportOf(car({ fuelType: 'electric' }));
  expect(groups.map(({ name }) => name)).toEqual(['import', 'shipping', 'battery', 'papers']);
  expect(groups.flatMap(({ unknown }) => unknown)).not.toContain('emission');
  expect(lacksBatteryData).toBe(true);
});

test('catalog facts do not make up for battery data of the seller', () => {
  const catalogFacts = { date: COMPILED, batteryKwh: 60.5 };
  expect(passportOf(car({ fuelType: 'electric', catalogFacts })).lacksBatteryData).toBe(true);
  expect(passportOf(car({ fuelType: 'hybrid', batteryHealth: 93 })).lacksBatteryData).toBe(false);
});

test('a state of health has the day of its measurement, and a range the cycle of the same source', () => {
  const group = groupOf(
    {
      fuelType: 'electric',
      batteryHealth: 93,
      batteryHealthMethod: 'diagnostic',
      batteryHealthDate: '2026-10-01',
      rangeKm: 500,
      catalogFacts: { date: COMPILED, rangeCycle: 'cltc' },
    },
    'battery',
  );
  expect(group?.facts).toEqual([
    { name: 'range', value: { kind: 'range', km: 500, cycle: null }, source: 'seller', date: UPDATED },
    {
      name: 'batteryHealth',
      value: { kind: 'health', percent: 93, method: 'diagnostic' },
      source: 'seller',
      date: '2026-10-01',
    },
  ]);
});

test.each([
  [`report-${'0a'.repeat(16)}`, true, 'report'],
  ['TÜV 2026', false, 'seller'],
])('the report %j is a file: %j', (certificationReport, isFile, source) => {
  expect(groupOf({ certificationReport }, 'papers')?.facts).toMatchObject([
    { name: 'report', value: { isFile }, source },
  ]);
});
