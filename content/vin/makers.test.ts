import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { catalogue } from '../catalogue/catalogue.ts';
import { COUNTRY_RANGES } from './country-ranges.ts';
import { codedMakers, makerByCode } from './makers.ts';
import { YEAR_ELSEWHERE } from './year-elsewhere.ts';

const SOURCE = '../shared/data/vin/wmi.csv';
const here = existsSync(SOURCE);
if (!here) console.warn(`${SOURCE} is not here: the comparison of our codes with it is skipped.`);

test('a code leads to one maker, has three characters of a VIN, or six where the third is 9', () => {
  const codes = codedMakers.flatMap((maker) => maker.codes);
  expect(codes.length).toBe(makerByCode.size);
  expect(codes.filter((code) => !/^[A-HJ-NPR-Z0-9]{2}([A-HJ-NPR-Z0-8]|9[A-HJ-NPR-Z0-9]{3})$/.test(code))).toEqual([]);
});

test('every make is one of the catalogue, named once by each maker', () => {
  const known = new Set(catalogue.map(({ name }) => name));
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

type Row = { wmi: string; small_volume_9: string; suspect_not_a_wmi: string };
const rows = (): Row[] => parse(readFileSync(SOURCE), { columns: true });

test.skipIf(!here)('every Chinese code that is usable is known', () => {
  const usable = rows().filter(
    ({ wmi, small_volume_9: small, suspect_not_a_wmi: suspect }) =>
      /^[LH]..$/.test(wmi) && small === 'no' && suspect === 'no',
  );
  expect(usable.length).toBeGreaterThan(300);
  expect(usable.map(({ wmi }) => wmi).filter((wmi) => !makerByCode.has(wmi))).toEqual([]);
});

test.skipIf(!here)('no code of ours is one that nobody else knows', () => {
  const known = new Set(rows().map(({ wmi }) => wmi));
  expect([...makerByCode.keys()].filter((code) => code.length === 3 && !known.has(code))).toEqual([]);
});
