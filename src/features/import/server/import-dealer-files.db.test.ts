import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { scratchFolder } from '../../../../tests/support/scratch-folder.ts';
import { prepareImport, runImport } from '../../../../tests/support/sheets.ts';
import { testDatabase } from '../../../../tests/support/test-database.ts';
import { readMapping } from '../model/mapping-file.ts';
import { readWord } from '../model/vehicle-words.ts';

/** Real sheets, kept outside the project. The numbers below were counted by other means than this program. */
const FILES = '../shared/data/used-cars';
const here = existsSync(FILES);
if (!here) console.warn(`The real sheets of ${FILES} are not here: their tests are skipped.`);

let pool: pg.Pool;
let folder: string;

async function importReal(file: string, mapping: string, newMakes = false) {
  const path = `docs/import/${mapping}.json`;
  const result = await runImport(pool, folder, join(FILES, file), {
    mapping: readMapping(await readFile(path, 'utf8'), path),
    newMakes,
  });
  const reasons: Record<string, number> = {};
  for (const { kind, reason = '' } of result.errors) {
    for (const part of reason.split('; ')) {
      const key = `${kind}: ${part.replace(/row \d+/, 'row N')}`;
      reasons[key] = (reasons[key] ?? 0) + 1;
    }
  }
  return { ...result, reasons };
}

async function sums(where: string) {
  const { rows } = await pool.query(
    `select count(*)::int as cars, sum(mileage)::int as mileage, sum(price_cents) as cents, sum(engine_cc)::int as cc,
       count(*) filter (where fuel_type = 'diesel')::int as diesel from listings where ${where}`,
  );
  return rows[0];
}

describe.skipIf(!here)('the real sheets as they are', () => {
  beforeAll(async () => {
    folder = await scratchFolder();
    ({ pool } = await testDatabase());
    await prepareImport(pool, ['Ford Focus', 'Toyota Corolla', 'Mercedes-Benz C-Class', 'Volkswagen Golf']);
  });

  test('uk_ford: pounds, miles, litres, twins, the year 2060', async () => {
    const { report, reasons } = await importReal('uk_ford.csv', 'uk-cars');
    expect(report).toMatchObject({ rows: 17_965, created: 17_810, rejected: 155, blank: 0, warnings: 52 });
    expect(reasons).toEqual({
      'rejected: the same as row N, cell by cell': 154,
      'rejected: the year is not between 1900 and 2027': 1,
      'warning: the engine size is 0': 51,
      'warning: no known word for a fuel': 1,
    });
    const again = await importReal('uk_ford.csv', 'uk-cars');
    expect(again.report).toMatchObject({ created: 0, updated: 0, unchanged: 17_810, rejected: 155 });
  });

  test('uk_toyota', async () => {
    const { report, reasons } = await importReal('uk_toyota.csv', 'uk-cars');
    expect(report).toMatchObject({ rows: 6738, created: 6699, rejected: 39, warnings: 112 });
    expect(reasons).toEqual({
      'rejected: the same as row N, cell by cell': 39,
      'warning: the engine size is 0': 6,
      'warning: no known word for a fuel': 105,
      'warning: no known word for a transmission': 1,
    });
  });

  test('uk_unclean_cclass: shifted columns and blank rows; sums show that each value came from the right column', async () => {
    const { report, reasons } = await importReal('uk_unclean_cclass.csv', 'uk-unclean-cclass');
    expect(report).toMatchObject({ rows: 4006, created: 3904, rejected: 3, blank: 99, warnings: 13, newModels: [] });
    expect(reasons).toEqual({
      'rejected: there is no year': 3,
      'warning: the engine size is 0': 1,
      'warning: not an engine size': 1,
      'warning: no known word for a fuel': 6,
      'warning: the mileage is not a number': 4,
      'warning: no known word for a transmission': 1,
    });
    expect(await sums("make = 'Mercedes-Benz'")).toEqual({
      cars: 3904,
      mileage: 87_328_890,
      cents: 92_482_660 * 127,
      cc: 7_962_629,
      diesel: 2342,
    });
  });

  test('uk_unclean_focus', async () => {
    const { report, reasons } = await importReal('uk_unclean_focus.csv', 'uk-unclean-focus');
    expect(report).toMatchObject({ rows: 5604, created: 5459, rejected: 89, blank: 56, warnings: 19 });
    expect(reasons).toEqual({
      'rejected: there is no year': 89,
      'warning: the engine size is 0': 12,
      'warning: not an engine size': 5,
      'warning: no car has an engine of 2 cc': 1,
      'warning: the mileage is not a number': 1,
    });
    expect(await sums("make = 'Ford' and stock_number like '/ad/%'")).toEqual({
      cars: 5459,
      mileage: 125_137_883,
      cents: 74_086_671 * 127,
      cc: 7_429_851,
      diesel: 1913,
    });
  });

  test('de_kleinanzeigen: Windows-1252, dollar signs that mean euros, years to 9999', async () => {
    const { report, reasons, encoding } = await importReal('de_kleinanzeigen_latin1.csv', 'de-kleinanzeigen', true);
    expect(encoding.name).toBe('windows-1252');
    expect(report).toMatchObject({ rows: 10_000, created: 8525, rejected: 1475, blank: 0, warnings: 61 });
    expect(reasons).toEqual({
      "rejected: 'andere' names no model": 693,
      'rejected: there is no model': 565,
      "rejected: 'sonstige_autos' names no make": 118,
      'rejected: the price is 0': 302,
      'rejected: the price is above the limit of 5,000,000 USD': 1,
      'rejected: the year is not between 1900 and 2027': 6,
      'warning: no known word for a body type': 60,
      'warning: no known word for a fuel': 1,
    });
    const bySheet = "stock_number like 'row-%' and mileage_unit = 'km'";
    expect(await sums(bySheet)).toMatchObject({ cars: 8525, cents: 5_398_919_136 });
    expect(
      (await pool.query(`select 1 from listings where ${bySheet} and description like '%TÜV%•%'`)).rows.length,
    ).toBeGreaterThan(0);
    expect((await pool.query(`select 1 from listings where description ~ '[\\u0080-\\u009f\\ufffd]'`)).rows).toEqual(
      [],
    );
  });

  test('every word seen in ten real sets is understood as its list suggests, or not at all', async () => {
    const words = parse(await readFile(join(FILES, 'value_vocabulary.csv')), { columns: true }) as Record<
      string,
      string
    >[];
    const ours: Record<string, string | null> = {
      semi_automatic: 'semi-automatic',
      mild_hybrid: 'hybrid',
      plug_in_hybrid: 'hybrid',
      pickup: 'truck',
      mpv: 'van',
      bus: 'van',
      ...{ missing: null, unknown: null, misplaced_value: null },
    };
    const facts = { transmission: 'transmission', fuel: 'fuelType', body: 'carType' } as const;
    for (const { field, raw_value = '', suggested_canonical = '' } of words) {
      const reading = readWord(facts[field as keyof typeof facts], raw_value);
      const suggested = raw_value === 'CVT' ? 'cvt' : (ours[suggested_canonical] ?? suggested_canonical);
      const expected = ours[suggested_canonical] === null ? undefined : suggested;
      expect([raw_value, 'value' in reading ? reading.value : undefined]).toEqual([raw_value, expected]);
    }
    expect(words.length).toBe(104);
  });

  test('the dollar signs are not believed: without a declaration the German sheet is refused as a whole', async () => {
    const path = join(FILES, 'de_kleinanzeigen_latin1.csv');
    await expect(runImport(pool, folder, path)).rejects.toThrow('could mean USD, AUD');
    const { report } = await runImport(pool, folder, path, { mapping: { currency: 'EUR', rate: 1.08 }, dryRun: true });
    expect(report).toMatchObject({ created: 0, rejected: 10_000 });
  });
});
