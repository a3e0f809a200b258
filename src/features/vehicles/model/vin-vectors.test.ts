import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { catalogueMake } from './catalogue-make.ts';
import { checkDigit, expectedCheckDigit, requiredCheckDigit } from './check-digit.ts';
import { decodeVin } from './decode-vin.ts';
import { readVin } from './parse-vin.ts';
import { compareWithTyped } from './vin-conflicts.ts';
import { yearsOfCode } from './vin-years.ts';

/** Real, altered and made-up numbers, kept outside the project; what they are to give was worked out without this program. */
const SOURCE = '../shared/data/vin/vectors.csv';
const here = existsSync(SOURCE);
if (!here) console.warn(`${SOURCE} is not here: its tests are skipped.`);

type Row = Record<
  | 'vin_raw'
  | 'normalised'
  | 'format_valid'
  | 'check_digit_valid'
  | 'computed_check_digit'
  | 'country_by_range'
  | 'model_year_candidates'
  | 'make'
  | 'year'
  | 'kind'
  | 'note',
  string
>;
const rows: Row[] = here ? parse(readFileSync(SOURCE), { columns: true }) : [];
const THIS_YEAR = 2026;
const OLD_NAMES: Record<string, string> = { 'Czech Republic': 'Czechia', Turkey: 'Türkiye' };
const MAKES_OF_ROWS: Record<string, string> = { land: 'Land Rover' };

const countries = new Intl.DisplayNames('en', { type: 'region' });
const isPlaceholder = (vin: string) => new Set(vin).size === 1;
const wellFormed = rows.filter((row) => row.format_valid === 'yes' && !isPlaceholder(row.normalised));
const altered = rows.filter((row) => row.kind === 'mutated');
const outcome = (pattern: RegExp) =>
  altered.filter(({ note }) => pattern.test(note)).map((row) => readVin(row.vin_raw));

describe.skipIf(!here)('389 numbers', () => {
  test('are all there', () => {
    expect(rows.length).toBe(389);
    expect(altered.length).toBe(36);
    expect(wellFormed.length).toBeGreaterThan(345);
  });

  test.each(wellFormed)('$vin_raw is read, and checked as worked out', (row) => {
    expect(readVin(row.vin_raw)).toEqual({ vin: row.normalised });
    expect(checkDigit(row.normalised)).toBe(row.check_digit_valid === 'yes' ? 'fits' : 'differs');
    expect(expectedCheckDigit(row.normalised)).toBe(row.computed_check_digit);
    const { country, years } = decodeVin(row.normalised, THIS_YEAR);
    const candidates = row.model_year_candidates.split(' ').filter(Boolean).map(Number);
    expect(yearsOfCode(row.normalised[9] ?? '', 2039)).toEqual(candidates);
    expect(candidates).toEqual(expect.arrayContaining(years));
    const named = country === null ? '' : countries.of(country);
    expect(named).toBe(OLD_NAMES[row.country_by_range] ?? row.country_by_range);
  });

  const cars = wellFormed.filter(
    ({ kind, make, year }) => ['real', 'synthetic'].includes(kind) && make !== '' && year !== '',
  );
  test.each(cars)('$vin_raw agrees with the $year $make that it is', ({ normalised, make, year }) => {
    const decoded = decodeVin(normalised, THIS_YEAR);
    expect(decoded.years).toContain(Number(year));
    const typed = { make: catalogueMake(MAKES_OF_ROWS[make] ?? make), year: Number(year) };
    expect(compareWithTyped(typed, decoded)).toEqual([]);
  });

  test('of real numbers that fail the check digit none is refused or warned of', () => {
    const genuine = wellFormed.filter((row) => row.kind === 'real' && row.check_digit_valid === 'no');
    expect(genuine.length).toBeGreaterThanOrEqual(10);
    for (const { normalised } of genuine) expect(requiredCheckDigit(normalised), normalised).toBe('not-required');
  });

  test.each(rows.filter((row) => row.kind === 'synthetic'))('the maker of $vin_raw is known', ({ normalised }) => {
    expect(decodeVin(normalised, THIS_YEAR).maker).not.toBeNull();
    expect(requiredCheckDigit(normalised)).toBe('fits');
  });

  test('altered numbers: what is only written otherwise is read', () => {
    const same = outcome(
      /spaces|lower case|dashes|inner space|full-width|Cyrillic|Arabic|zero-width|byte order|carriage/,
    );
    expect(same).toEqual(Array(10).fill({ vin: 'LGXCE6CB0R0123456' }));
  });

  test('altered numbers: slips of typing are read with a warning', () => {
    const slips = altered.filter(({ note }) => /check digit wrong|swapped|not allowed/.test(note));
    expect(slips.length).toBe(12);
    for (const { vin_raw: vin } of slips) {
      expect(readVin(vin)).toEqual({ vin });
      expect(requiredCheckDigit(vin), vin).toBe('differs');
    }
  });

  test('altered numbers: letters for digits are refused with what was meant', () => {
    expect(outcome(/letter [OI] typed/)).toEqual([
      { problem: 'sell.vin.letters', suggestion: 'LGXCE6CB0R0123456' },
      { problem: 'sell.vin.letters', suggestion: 'LGXCE6CB0R0123456' },
    ]);
  });

  test.each([
    [/16 characters|18 characters|empty/, 'length', 3],
    [/SQL|formula|markup/, 'characters', 3],
    [/frame number/, 'frameNumber', 2],
    [/all zero|17 X/, 'placeholder', 2],
  ])('altered numbers: %s', (pattern, problem, count) => {
    expect(outcome(pattern)).toEqual(Array(count).fill({ problem: `sell.vin.${problem}` }));
  });

  test('numbers of no form are never read silently', () => {
    for (const row of rows.filter(({ format_valid: valid }) => valid === 'no')) {
      const reading = readVin(row.vin_raw);
      if ('vin' in reading) expect(reading.vin, row.vin_raw).toBe('LGXCE6CB0R0123456');
    }
  });
});
