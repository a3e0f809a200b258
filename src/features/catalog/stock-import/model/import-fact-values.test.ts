import { expect, test } from 'vitest';
import { cycleIn, readAmount, readCountry, readDay, readDimensions, readMonth } from './import-fact-values.ts';

const problem = (text: string) => ({ problem: expect.stringContaining(text) });

test.each([
  ['2021-03', '2021-03'],
  ['2021/3', '2021-03'],
  ['2021.03', '2021-03'],
  ['2021年3月', '2021-03'],
  ['2021年3月15日', '2021-03'],
  ['2021-03-15 00:00:00', '2021-03'],
  ['202103', '2021-03'],
  ['03/2021', '2021-03'],
  ['15.03.2021', '2021-03'],
  ['15/03/2021', '2021-03'],
  ['Mar 2021', '2021-03'],
  ['March 2021', '2021-03'],
  ['Mar-21', '2021-03'],
  ['44256', '2021-03'],
  ['mars 2021', '2021-03'],
  ['15 марта 2021', '2021-03'],
])('reads the month %s', (cell, value) => {
  expect(readMonth(cell)).toEqual({ value });
});

test.each([
  ['2021', 'not a year and month'],
  ['2021-13', 'not a year and month'],
  ['soon', 'not a year and month'],
  ['', 'not a year and month'],
  ['Foo 2021', 'not a year and month'],
  ['03/04/2021', 'could be either'],
  ['21-03', 'could be either'],
  ['H31/3', 'the Japanese calendar'],
  ['15/03/2564', 'the Buddhist calendar'],
  ['19年3月', 'not a year and month'],
])('refuses the month %j: %s', (cell, reason) => {
  expect(readMonth(cell)).toEqual(problem(reason));
});

test('reads days', () => {
  for (const cell of ['2026-03-05', '2026年3月5日', '5.3.2026', '2026/3/5']) {
    expect(readDay(cell), cell).toEqual({ value: '2026-03-05' });
  }
  for (const cell of ['2026-03', '2026-02-30']) expect(readDay(cell), cell).toEqual(problem('not a day'));
  expect(readDay('03/04/2026')).toEqual(problem('could be either'));
});

test.each([
  ['China', 'CN'],
  ['中国', 'CN'],
  ['CN', 'CN'],
  ['Germany', 'DE'],
  ['Deutschland', 'DE'],
  ['UAE', 'AE'],
  ['日本', 'JP'],
])('reads the country %s', (cell, value) => {
  expect(readCountry(cell)).toEqual({ value });
});

test('refuses a country that it does not know', () => {
  expect(readCountry('Atlantis')).toEqual(problem('not a known country'));
});

test.each([
  ['powerKw', '150', 'kw', { value: 150 }],
  ['powerKw', '204 hp', null, { value: 152 }],
  ['powerKw', '204马力', 'kw', { value: 150 }],
  ['powerKw', '150', null, problem('has no unit')],
  ['powerKw', '150 apples', 'kw', problem("'apples'")],
  ['powerKw', '0', 'kw', problem('from 5 to 1500 kW')],
  ['curbWeightKg', '1,785', 'kg', { value: 1785 }],
  ['curbWeightKg', '1.8 t', 'kg', { value: 1800 }],
  ['curbWeightKg', '3935 lbs', null, { value: 1785 }],
  ['curbWeightKg', '3935', null, problem('has no unit')],
  ['batteryKwh', '60.48', 'kwh', { value: 60.5 }],
  ['batteryKwh', '82.5度', null, { value: 82.5 }],
  ['batteryKwh', '150Ah', 'kwh', problem("'Ah'")],
  ['rangeKm', '550km CLTC', null, { value: 550 }],
  ['rangeKm', 'CLTC 550', 'km', { value: 550 }],
  ['rangeKm', '300 miles', 'km', { value: 483 }],
  ['rangeKm', '5', 'km', problem('from 10 to 2000 km')],
] as const)('reads the %s %j with the unit %j of its header', (name, cell, unit, expected) => {
  expect(readAmount(name, cell, unit)).toEqual(expected);
});

test('finds the test cycle of a range in its cell before its header', () => {
  expect(cycleIn('550km', 'CLTC续航')).toBe('cltc');
  expect(cycleIn('420 km (WLTP)', 'Range CLTC')).toBe('wltp');
  expect(cycleIn('550', 'Range (km)')).toBeNull();
});

test('splits length, width and height', () => {
  const value = { lengthMm: 4650, widthMm: 1825, heightMm: 1680 };
  for (const cell of [
    '4650*1825*1680',
    '4650×1825×1680mm',
    '4650 x 1825 x 1680',
    '4650/1825/1680',
    '4650*1825*1680毫米',
  ])
    expect(readDimensions(cell), cell).toEqual({ value });
  for (const cell of ['4650*1825', '4.65*1.825*1.68', '1825*4650*1680', 'large'])
    expect(readDimensions(cell), cell).toEqual(problem('in millimeters'));
});
