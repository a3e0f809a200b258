import { expect, test } from 'vitest';
import { catalogMake, decodeVin } from './decode-vin.ts';
import { checkDigitConflict, compareWithTyped } from './vin-conflicts.ts';

const conflicts = (vin: string, make: string | null, year: number | null) =>
  compareWithTyped({ make, year }, decodeVin(vin, 2026)).map(({ messageKey }) =>
    messageKey.replace('sell.vin.conflict.', ''),
  );

test.each<[string, string | null, number | null, string[]]>([
  ['LGXCE6CB0R0123456', 'BYD', 2024, []],
  ['LGXCE6CB0R0123456', 'Denza', null, []],
  ['LGXCE6CB0R0123456', 'Toyota', 2024, ['make']],
  ['LGXCE6CB0R0123456', 'BYD', 2020, ['year']],
  ['LGXCE6CB0R0123456', 'Toyota', 1994, ['make', 'year']],
  ['LGXCE6CB0R0123456', 'BYD', 2023, []],
  ['LGXCE6CB0R0123456', 'BYD', 2025, []],
  ['LGXCE6CB0R0123456', 'BYD', 2022, ['year']],
  ['LJ1EEAUU8MH000101', 'NIO', 2021, []],
  ['LJ1EEAUU8MH000101', 'JAC', 2021, []],
  ['LJ1EEAUU8MH000101', 'BYD', 2021, ['make']],
  ['LCUAAAAA0R0123456', 'BYD', null, []],
  ['LZYAAAAA0R0123456', 'BYD', null, []],
  ['KM8K2CAB4PU001140', 'Hyundai', 1993, []],
  ['KM8K2CAB4PU001140', 'Hyundai', 2023, []],
  ['KM8K2CAB4PU001140', 'Hyundai', 2010, ['year']],
  ['WVWZZZ1KZ6W612305', 'Volkswagen', 2015, []],
  ['WVWZZZ1KZ6W612305', 'Toyota', null, ['make']],
  ['WDB9061131N590143', 'Mercedes-Benz', 2008, []],
  ['WBAVL1C5XFVY41004', 'BMW', 2010, []],
  ['LGXCE6CB0U0123456', 'BYD', 2024, []],
  ['LGXCE6CB0R0123456', null, null, []],
])('%s with make %s and year %s: %j', (vin, make, year, expected) => {
  expect(conflicts(vin, make, year)).toEqual(expected);
});

test('reports the typed value and the decoded value', () => {
  expect(compareWithTyped({ make: 'Toyota', year: 2020 }, decodeVin('LGXCE6CB0R0123456', 2026))).toEqual([
    { messageKey: 'sell.vin.conflict.make', values: { maker: 'BYD Auto', make: 'Toyota' } },
    { messageKey: 'sell.vin.conflict.year', values: { years: '2024', year: '2020' } },
  ]);
});

test('reports the found and the expected check digit', () => {
  expect(checkDigitConflict('LGXCE6CB1R0123456')?.values).toEqual({ found: '1', expected: '0' });
  expect(checkDigitConflict('LGXCE6CB0R0123456')).toBeNull();
  expect(checkDigitConflict('WDB2110161A032195')).toBeNull();
});

test('finds a make by its names and aliases', () => {
  expect(['byd', '比亚迪', 'SKODA', 'Lynk&Co', 'Nobody'].map(catalogMake)).toEqual([
    'BYD',
    'BYD',
    'Škoda',
    'Lynk & Co',
    null,
  ]);
});
