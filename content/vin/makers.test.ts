import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalog } from '../catalog/catalog.ts';
import { COUNTRY_RANGES } from './country-ranges.ts';
import { codedMakers, makerByCode } from './makers.ts';
import { YEAR_ELSEWHERE } from './year-elsewhere.ts';

test('a code leads to one maker, has three characters of a VIN, or six where the third is 9', () => {
  const codes = codedMakers.flatMap((maker) => maker.codes);
  expect(codes.length).toBe(makerByCode.size);
  expect(codes.filter((code) => !/^[A-HJ-NPR-Z0-9]{2}([A-HJ-NPR-Z0-8]|9[A-HJ-NPR-Z0-9]{3})$/.test(code))).toEqual([]);
});

test('every make is one of the catalog, named once by each maker', () => {
  const known = new Set(catalog.map(({ name }) => name));
  for (const { name, makes } of codedMakers) {
    expect(
      makes.filter((make) => !known.has(make)),
      name,
    ).toEqual([]);
    expect(new Set(makes).size, name).toBe(makes.length);
  }
});

test('makers whose years stand elsewhere are known makers', () => {
  expect([...YEAR_ELSEWHERE].filter((code) => !makerByCode.has(code))).toEqual([]);
});

test('the ranges of countries run from A to 0 and do not overlap', () => {
  const order = 'ABCDEFGHJKLMNPRSTUVWXYZ1234567890';
  for (const [first, ranges] of Object.entries(COUNTRY_RANGES)) {
    const ends = ranges.split(', ').flatMap(([from = '', to = '']) => [order.indexOf(from), order.indexOf(to)]);
    expect(ends, first).toEqual(ends.toSorted((a, b) => a - b));
    expect(ends, first).not.toContain(-1);
    expect(ranges, first).toMatch(/^(..\s[A-Z]{2}(, |$))+$/);
  }
});

/** Codes that Chinese makers have been given, as far as public lists tell. */
const CHINESE_CODES = readFileSync('tests/fixtures/chinese-vin-codes.txt', 'utf8').trim().split(/\s+/);

test('every known Chinese code leads to a maker', () => {
  expect(CHINESE_CODES.length).toBe(306);
  expect(CHINESE_CODES.filter((code) => !makerByCode.has(code))).toEqual([]);
});

test('no other code begins like a Chinese one', () => {
  const chinese = [...makerByCode.keys()].filter((code) => /^[LH]/.test(code) && code.length === 3);
  expect(chinese.filter((code) => !CHINESE_CODES.includes(code))).toEqual([]);
});

test.each([
  ['LC0', 'BYD'],
  ['LGX', 'BYD'],
  ['LB3', 'Geely'],
  ['L6T', 'Zeekr'],
  ['LVV', 'Chery'],
  ['HJR', 'Jetour'],
  ['LGW', 'Haval'],
  ['LSJ', 'MG'],
  ['LSV', 'Volkswagen'],
  ['LSG', 'Buick'],
  ['LZW', 'Wuling'],
  ['LS4', 'Changan'],
  ['LVS', 'Ford'],
  ['LVR', 'Mazda'],
  ['LMG', 'GAC'],
  ['LNA', 'Aion'],
  ['LVG', 'Toyota'],
  ['LHG', 'Honda'],
  ['LGB', 'Nissan'],
  ['LBV', 'BMW'],
  ['LE4', 'Mercedes-Benz'],
  ['LFP', 'Hongqi'],
  ['LRW', 'Tesla'],
  ['LJ1', 'NIO'],
  ['L1N', 'XPeng'],
  ['HLX', 'Li Auto'],
  ['LPS', 'Polestar'],
  ['LYV', 'Volvo'],
  ['HES', 'smart'],
  ['1FT', 'Ford'],
  ['1HG', 'Honda'],
  ['2T1', 'Toyota'],
  ['3VW', 'Volkswagen'],
  ['5YJ', 'Tesla'],
  ['JTD', 'Toyota'],
  ['JM1', 'Mazda'],
  ['KMH', 'Hyundai'],
  ['KNA', 'Kia'],
  ['WVW', 'Volkswagen'],
  ['WDD', 'Mercedes-Benz'],
  ['TMB', 'Škoda'],
  ['SAL', 'Land Rover'],
  ['YV1', 'Volvo'],
  ['ZFF', 'Ferrari'],
  ['UU1', 'Dacia'],
])('%s is a code of %s', (code, make) => {
  expect(makerByCode.get(code)?.makes).toContain(make);
});

/** In use, although the table gives their ranges to no country. */
const OUTSIDE_RANGES = ['MZ7', 'MZB', 'MZZ', 'PE1', 'PE3', 'PV3'];

test('every code lies in the range of a country', () => {
  const order = 'ABCDEFGHJKLMNPRSTUVWXYZ1234567890';
  const isInRange = ([first = '', second = '']: string) =>
    (COUNTRY_RANGES[first]?.split(', ') ?? []).some(
      ([from = '', to = '']) =>
        order.indexOf(from) <= order.indexOf(second) && order.indexOf(second) <= order.indexOf(to),
    );
  expect([...makerByCode.keys()].filter((code) => !isInRange(code)).sort()).toEqual(OUTSIDE_RANGES);
});
