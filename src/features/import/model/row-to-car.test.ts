import { expect, test } from 'vitest';
import { planImport } from './import-plan.ts';
import { matchListing, type OwnListing } from './match-listing.ts';
import { parseRow } from './row-to-car.ts';

const header = [
  'make',
  'model',
  'year',
  'price',
  'mileage',
  'fuel type',
  'engine size',
  'mileage2',
  'fuel type2',
  'engine size2',
  'vin',
  'colour',
  '驱动方式',
  'LHD/RHD',
  '车门数',
];
const plan = planImport({
  header,
  sample: [],
  mapping: { currency: 'USD', mileageUnit: 'mi' },
  offer: 'Sell',
  thisYear: 2026,
});
const read = (cells: Partial<Record<string, string>>) =>
  parseRow(
    plan,
    header.map((name) => cells[name] ?? { make: 'BYD', model: ' Seal', year: '2022', price: '20,000' }[name] ?? ''),
  );

test('uses the first valid cell of several columns for a fact', () => {
  const shifted = read({
    mileage: '48,055',
    'fuel type': '31',
    'engine size': '£145',
    mileage2: '64.2',
    'fuel type2': 'Diesel',
    'engine size2': '2.1',
  });
  expect(shifted).toMatchObject({
    car: { model: 'Seal', mileage: { value: 48_055, unit: 'mi' }, fuelType: 'diesel', engine: 2100 },
    warnings: [],
  });
  expect(read({ 'fuel type': 'Petrol', 'engine size': '1.5', mileage2: '1,200' })).toMatchObject({
    car: { mileage: { value: 1200, unit: 'mi' }, fuelType: 'petrol', engine: 1500 },
    warnings: [],
  });
});

test.each([
  ['4WD', 'all', []],
  ['前驱', 'front', []],
  ['2WD', null, [{ column: '驱动方式', value: '2WD', reason: 'not a known drive' }]],
])('reads the drive %s as %j', (cell, drive, warnings) => {
  expect(read({ 驱动方式: cell })).toMatchObject({ car: { drive }, warnings });
});

test('reads steering side and doors, and warns of what is neither left nor right', () => {
  expect(read({ 'LHD/RHD': '左舵', 车门数: '5门' })).toMatchObject({
    car: { steering: 'left', doors: 5 },
    warnings: [],
  });
  expect(read({ 'LHD/RHD': 'RHD', 车门数: '2' })).toMatchObject({ car: { steering: 'right', doors: 2 }, warnings: [] });
  expect(read({ 'LHD/RHD': 'both' })).toMatchObject({
    car: { steering: null, doors: null },
    warnings: [{ column: 'LHD/RHD', reason: 'not a known side of the steering wheel' }],
  });
});

test("stops at 'Unknown', so that fuel consumption is not read as mileage", () => {
  expect(read({ mileage: 'Unknown', mileage2: '64' })).toMatchObject({
    car: { mileage: null },
    warnings: [{ column: 'mileage', value: 'Unknown', reason: 'the mileage is not a number' }],
  });
});

test('omits an invalid optional fact with a warning and rejects a row with an invalid required fact', () => {
  const unread = read({ 'fuel type': 'Other', 'engine size': '0', vin: 'ABC', colour: 'x'.repeat(41) });
  expect(unread).toMatchObject({ car: { fuelType: null, engine: null, vin: null, exteriorColor: null } });
  expect(unread.warnings.map(({ column }) => column).sort()).toEqual(['colour', 'engine size', 'fuel type', 'vin']);
  expect(read({ 'fuel type': 'Electric', 'engine size': '0' }).warnings).toEqual([]);
  expect(read({ year: '9999', price: '0', model: 'andere' })).toMatchObject({
    car: null,
    rejected: {
      column: 'model',
      value: 'andere',
      reason: "'andere' is not a model; the year is not between 1900 and 2027; the price is 0",
    },
  });
  expect(read({ price: '' })).toMatchObject({ rejected: { column: 'price', reason: 'price is missing' } });
});

test('rejects rows with a wrong number of cells or with invalid characters', () => {
  expect(parseRow(plan, ['BYD', 'Seal'])).toMatchObject({
    rejected: { reason: expect.stringContaining('2 cells but the header has 15') },
  });
  expect(read({ colour: 'a\0b' })).toMatchObject({ rejected: { reason: 'the row contains a NUL character' } });
  expect(read({ colour: 'a\ud800' })).toMatchObject({ rejected: { reason: expect.stringContaining('surrogate') } });
  expect(read({ colour: ' pearl\u200b\n white ' })).toMatchObject({ car: { exteriorColor: 'pearl white' } });
});

test('matches a listing by stock number, else by VIN', () => {
  const [a, b]: OwnListing[] = [
    { id: 1, stockNumber: 'A', vin: null, status: 'active', offer: 'Sell' },
    { id: 2, stockNumber: 'B', vin: 'V2', status: 'sold', offer: 'Sell' },
  ] as [OwnListing, OwnListing];
  const c: OwnListing = { id: 3, stockNumber: null, vin: 'V3', status: 'paused', offer: 'Rent' };
  const match = (stockNumber: string | null, vin: string | null, offer: 'Sell' | 'Rent' = 'Sell') =>
    matchListing(
      { stockNumber, vin, offer },
      {
        byStockNumber: new Map([
          ['A', a!],
          ['B', b!],
        ]),
        byVin: new Map([
          ['V2', b!],
          ['V3', c],
        ]),
      },
    );
  expect(match('N', 'N')).toEqual({ do: 'insert' });
  expect(match('A', 'V1')).toEqual({ do: 'update', id: 1 });
  expect(match(null, 'V3', 'Rent')).toEqual({ do: 'update', id: 3 });
  expect(match('C', 'V3', 'Rent')).toEqual({ do: 'update', id: 3 });
  expect(match('B', null)).toEqual({ do: 'leave' });
  expect(match('A', 'V2')).toMatchObject({ do: 'reject', reason: expect.stringContaining('stock number B') });
  expect(match('N', 'V2')).toMatchObject({ do: 'reject' });
  expect(match('B', 'V9')).toMatchObject({ do: 'reject', reason: expect.stringContaining('another VIN') });
  expect(match('A', null, 'Rent')).toMatchObject({ do: 'reject', reason: expect.stringContaining('offer Sell') });
});
