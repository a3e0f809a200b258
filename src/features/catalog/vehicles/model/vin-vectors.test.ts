import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { catalogMake, decodeVin, yearsOfCode } from './decode-vin.ts';
import { checkDigit, expectedCheckDigit, parseVin, requiredCheckDigit } from './vin.ts';
import { compareWithTyped } from './vin-conflicts.ts';

/** Made-up serial numbers with real maker codes. A separate program computed the check digits and coded years. */
type Row = Record<'vin' | 'make' | 'year' | 'country' | 'expectedCheckDigit' | 'fits' | 'codedYears', string>;
const rows: Row[] = parse(readFileSync('tests/fixtures/vins.csv'), { columns: true });
const THIS_YEAR = 2026;
/** The fixture lists all possible years of a code up to this one. */
const LAST_CODED_YEAR = 2039;

describe('a VIN', () => {
  test.each(rows)(
    '$vin has the expected check digit, years and country',
    ({ vin, fits, country, expectedCheckDigit: digit, codedYears }) => {
      expect(parseVin(vin)).toEqual({ vin });
      expect(checkDigit(vin)).toBe(fits === 'yes' ? 'fits' : 'differs');
      expect(expectedCheckDigit(vin)).toBe(digit);
      const years = codedYears.split(' ').map(Number);
      expect(yearsOfCode(vin[9] ?? '', LAST_CODED_YEAR)).toEqual(years);
      const decoded = decodeVin(vin, THIS_YEAR);
      expect(years).toEqual(expect.arrayContaining(decoded.years));
      expect(decoded.country).toBe(country);
    },
  );

  test.each(rows.filter(({ make }) => make !== ''))('$vin does not contradict a $year $make', ({ vin, make, year }) => {
    const decoded = decodeVin(vin, THIS_YEAR);
    expect(decoded.maker).not.toBeNull();
    if (year !== '') expect(decoded.years).toContain(Number(year));
    const typed = { make: catalogMake(make), year: year === '' ? null : Number(year) };
    expect(typed.make).not.toBeNull();
    expect(compareWithTyped(typed, decoded)).toEqual([]);
  });

  test('requires a correct check digit for Chinese and North American cars', () => {
    const required = rows.filter(({ country }) => ['CN', 'US', 'CA', 'MX'].includes(country));
    expect(required.length).toBeGreaterThan(40);
    for (const { vin } of required) expect(requiredCheckDigit(vin), vin).toBe('fits');
  });

  test('accepts a wrong check digit for other cars', () => {
    const genuine = rows.filter(({ fits }) => fits === 'no');
    expect(genuine.length).toBeGreaterThan(15);
    for (const { vin } of genuine) expect(requiredCheckDigit(vin), vin).toBe('not-required');
  });
});

const VIN = 'LC0CE4DC2P0314159';

test.each([
  ['spaces around it', ` ${VIN} `],
  ['lower case', VIN.toLowerCase()],
  ['dashes', 'LC0-CE4DC2-P0314159'],
  ['a space inside', 'LC0CE4DC 2P0314159'],
  ['full-width signs', [...VIN].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')],
  ['Cyrillic letters', VIN.replaceAll('C', '\u0421').replace('E', '\u0415')],
  ['Arabic digits', VIN.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))],
  ['a zero-width space', `LC0CE4DC\u200b2P0314159`],
  ['a byte order mark', `\ufeff${VIN}`],
  ['a carriage return', `${VIN}\r`],
])('normalizes a VIN with %s', (_what, typed) => {
  expect(typed).not.toBe(VIN);
  expect(parseVin(typed)).toEqual({ vin: VIN });
});

test.each([
  ['a wrong check digit', 'LC0CE4DC3P0314159'],
  ['swapped last signs', 'LC0CE4DC2P0314195'],
  ['year code U', 'LC0CE4DC2U0314159'],
  ['year code 0', 'LC0CE4DC200314159'],
  ['a wrong check digit (GWM)', 'LGWEF5A54LH331907'],
  ['swapped last signs (GWM)', 'LGWEF5A53LH331970'],
  ['a wrong check digit (MG)', 'LSJE24W79NZ118830'],
  ['swapped last signs (MG)', 'LSJE24W78NZ118803'],
  ['a wrong check digit (Chery)', 'LVVDC11B8MD552310'],
  ['swapped last signs (Chery)', 'LVVDC11B7MD552301'],
])('detects the wrong check digit of a Chinese VIN with %s', (_what, vin) => {
  expect(parseVin(vin)).toEqual({ vin });
  expect(requiredCheckDigit(vin)).toBe('differs');
});

test.each(['LCOCE4DC2P0314159', 'LCQCE4DC2P0314159', 'LC0CE4DC2P03I4159'])(
  'rejects the letters of %s and suggests digits',
  (typed) => {
    expect(parseVin(typed)).toEqual({ problem: 'sell.vin.letters', suggestion: VIN });
  },
);

test.each([
  ['LC0CE4DC2P031415', 'length'],
  ['LC0CE4DC2P03141592', 'length'],
  ['', 'length'],
  ['TBA', 'length'],
  ['N/A', 'characters'],
  ["x' OR 'x'='x", 'characters'],
  ['=HYPERLINK("http://a.example")', 'characters'],
  ['<b>VIN</b>', 'characters'],
  ['NHP10-6123456', 'frameNumber'],
  ['ZRR75-0123456', 'frameNumber'],
  ['0'.repeat(17), 'placeholder'],
  ['1'.repeat(17), 'placeholder'],
  ['X'.repeat(17), 'placeholder'],
])('rejects %j: %s', (typed, problem) => {
  expect(parseVin(typed)).toEqual({ problem: `sell.vin.${problem}` });
});
