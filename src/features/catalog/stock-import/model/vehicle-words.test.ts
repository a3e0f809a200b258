import { expect, test } from 'vitest';
import { displayName, isOtherMake } from '#features/catalog/vehicles/model/vehicle-name.ts';
import { readVinCell } from './row-to-car.ts';
import { colorName, readWord } from './vehicle-words.ts';

test('maps words of three languages to the same value', () => {
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

test.each([
  ['transmission', 'automatic', 'Automatic|AUTO|automatik|自动|双离合|DSG|Tiptronic'],
  ['transmission', 'manual', 'Manual|manuell|Schaltgetriebe|手动|手动挡'],
  ['transmission', 'cvt', 'CVT|e-CVT|无级变速'],
  ['transmission', 'semi-automatic', 'Semi-Auto|semi automatic|AMT|半自动'],
  ['transmission', null, '|-|n/a|Other|andere|6'],
  ['fuelType', 'petrol', 'Petrol|benzin|Gas|Gasoline|Unleaded|Premium|Leaded|汽油'],
  ['fuelType', 'diesel', 'Diesel|DIESEL|柴油'],
  ['fuelType', 'electric', 'Electric|elektro|EV|纯电|电动'],
  ['fuelType', 'hybrid', 'Hybrid|PHEV|Plug-in Hybrid|mild hybrid|油电混合|插混|插电式混合动力|汽油+48V轻混系统|增程式'],
  ['fuelType', 'lpg', 'LPG|lpg|Autogas|液化石油气'],
  ['fuelType', 'cng', 'CNG|Erdgas|天然气'],
  ['fuelType', null, '|-|n/a|Other|andere|31|14|£145|57.7'],
  ['carType', 'sedan', 'Sedan|Saloon|limousine|轿车'],
  ['carType', 'suv', 'SUV|suv|Crossover|越野车'],
  ['carType', 'hatchback', 'Hatchback|kleinwagen|两厢'],
  ['carType', 'truck', 'Truck|Pickup|Ute / Tray|Pick-up Double Cabin|皮卡'],
  ['carType', 'coupe', 'Coupe|coupé|跑车'],
  ['carType', 'wagon', 'Wagon|Station Wagon|Estate|kombi|旅行车'],
  ['carType', 'van', 'Van|bus|Minivan|MPV|MUV|People Mover|Commercial|商务车'],
  ['carType', 'convertible', 'Convertible|cabrio|Roadster|敞篷车'],
  ['drive', 'front', 'FWD|Front-Wheel Drive|Frontantrieb|前驱|前轮驱动'],
  ['drive', 'rear', 'RWD|rear wheel drive|Heckantrieb|后驱'],
  ['drive', 'all', 'AWD|4WD|4x4|4×4|All-Wheel Drive|Allrad|四驱|全轮驱动'],
  ['drive', null, '|-|2WD|4|electric'],
  ['steering', 'left', 'Left|LHD|left-hand drive|Linkslenker|左舵|左'],
  ['steering', 'right', 'Right|RHD|Right Hand Drive|Rechtslenker|右舵|右舵车'],
  ['steering', null, '|-|LHD/RHD|center|左右'],
  ['carType', null, '|-|Other|andere|7'],
] as const)('a %s of %s is written as %s', (fact, value, words) => {
  for (const word of words.split('|')) {
    const reading = readWord(fact, word);
    expect('value' in reading ? reading.value : null, word).toBe(value);
  }
});

test('rejects unknown words and numbers', () => {
  for (const word of ['31', 'n/a', 'Other', 'andere', 'steam'])
    expect(readWord('fuelType', word)).toHaveProperty('problem');
  expect(['Other', 'sonstige_autos', '其他'].every(isOtherMake)).toBe(true);
});

test('formats new names for display', () => {
  expect(['alfa_romeo', 'bmw', 'c_klasse', 'Ka+', '海豹', 'fiesta', 'clk', '3er'].map(displayName)).toEqual([
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

test('reads a VIN in several notations and rejects an invalid one', () => {
  expect(readVinCell(' lgxce4cb0n0123456 ')).toHaveProperty('value', 'LGXCE4CB0N0123456');
  expect(readVinCell('ＷＤＢ1234567A890123')).toEqual({ value: 'WDB1234567A890123' });
  expect(readVinCell('LGXCE4CBO N0123456')).toHaveProperty('problem');
  expect(readVinCell('NHP10-6012345')).toHaveProperty('problem');
  expect(readVinCell('1M8GDM9AXKP042788')).toEqual({ value: '1M8GDM9AXKP042788' });
  expect(readVinCell('LM8GDM9AXKP042788')).toHaveProperty('remark');
});

test.each([
  ['fuelType', 'Essence', 'petrol'],
  ['fuelType', 'дизель', 'diesel'],
  ['fuelType', 'كهربائي', 'electric'],
  ['fuelType', 'ハイブリッド', 'hybrid'],
  ['transmission', 'Automática', 'automatic'],
  ['transmission', 'МКПП', 'manual'],
  ['steering', 'Izquierda', 'left'],
  ['drive', 'полный', 'all'],
] as const)('reads the %s %s as %s', (name, cell, value) => {
  expect(readWord(name, cell)).toEqual({ value });
});
