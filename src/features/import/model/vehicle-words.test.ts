import { expect, test } from 'vitest';
import { meansOther, shownName } from '#features/vehicles/model/vehicle-name.ts';
import { colorName, readWord } from './vehicle-words.ts';
import { readVin } from './vin-check.ts';

test('words of three languages mean the same', () => {
  const value = (reading: object) => ('value' in reading ? reading.value : null);
  expect(['Petrol', 'benzin', '汽油'].map((word) => value(readWord('fuelType', word)))).toEqual(
    Array(3).fill('petrol'),
  );
  expect(
    ['插电式混合动力', '汽油+48V轻混系统', 'Plug-in Hybrid'].map((word) => value(readWord('fuelType', word))),
  ).toEqual(Array(3).fill('hybrid'));
  expect(['Semi-Auto', '半自动'].map((word) => value(readWord('transmission', word)))).toEqual(
    Array(2).fill('semi-automatic'),
  );
  expect(['kombi', 'Station Wagon'].map((word) => value(readWord('carType', word)))).toEqual(Array(2).fill('wagon'));
  expect(colorName('白色')).toBe('White');
  expect(colorName('Midnight Plum')).toBe('Midnight Plum');
});

test('an unknown word is no value, and an insurance group is no fuel', () => {
  for (const word of ['31', 'n/a', 'Other', 'andere', 'steam'])
    expect(readWord('fuelType', word)).toHaveProperty('problem');
  expect(['Other', 'sonstige_autos', '其他'].every(meansOther)).toBe(true);
});

test('new names are shown as people write them', () => {
  expect(['alfa_romeo', 'bmw', 'c_klasse', 'Ka+', '海豹', 'fiesta', 'clk', '3er'].map(shownName)).toEqual([
    'Alfa Romeo',
    'BMW',
    'C Klasse',
    'Ka+',
    '海豹',
    'Fiesta',
    'CLK',
    '3er',
  ]);
});

test('a VIN is read in any writing, and refused when it cannot be one', () => {
  expect(readVin(' lgxce4cb0n0123456 ')).toHaveProperty('value', 'LGXCE4CB0N0123456');
  expect(readVin('ＷＤＢ1234567A890123')).toEqual({ value: 'WDB1234567A890123' });
  expect(readVin('LGXCE4CBO N0123456')).toHaveProperty('problem');
  expect(readVin('NHP10-6012345')).toHaveProperty('problem');
  expect(readVin('1M8GDM9AXKP042788')).toEqual({ value: '1M8GDM9AXKP042788' });
  expect(readVin('LM8GDM9AXKP042788')).toHaveProperty('remark');
});
