import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { prepareImport, runImport } from '../../../../../tests/support/site/documents/sheets.ts';
import { readMapping } from '../model/mapping-file.ts';

/** Made-up cars with the layouts and faults of real spreadsheets. The expected numbers come from a separate program. */
const FILES = 'tests/fixtures/sheets';

let pool: pg.Pool;
let folder: string;

beforeAll(async () => {
  folder = await scratchFolder();
  ({ pool } = await testDatabase());
  await prepareImport(pool, ['Ford Focus', 'Toyota Corolla', 'Mercedes-Benz C-Class', 'Volkswagen Golf']);
});

async function importFile(path: string, mapping: string, newMakes = false) {
  const mappingPath = `docs/catalog/stock-import/${mapping}.json`;
  const result = await runImport(pool, folder, path, {
    mapping: readMapping(await readFile(mappingPath, 'utf8'), mappingPath),
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

test('imports a British spreadsheet in pounds, miles and liters, with repeated rows and a model year in the future', async () => {
  const path = join(FILES, 'uk-cars.csv');
  const { report, reasons } = await importFile(path, 'uk-cars');
  expect(report).toMatchObject({ rows: 52, created: 47, rejected: 4, blank: 0, warnings: 6 });
  expect(reasons).toEqual({
    'rejected: the same as row N, cell by cell': 3,
    'rejected: the year is not between 1900 and 2027': 1,
    'warning: the engine size is 0': 3,
    'warning: not a known fuel': 2,
    'warning: not a known transmission': 1,
  });
  expect(await sums("make in ('Ford', 'Toyota')")).toEqual({
    cars: 47,
    mileage: 1_644_477,
    cents: 526_177 * 127,
    cc: 60_000,
    diesel: 11,
  });
  const again = await importFile(path, 'uk-cars');
  expect(again.report).toMatchObject({ created: 0, updated: 0, unchanged: 47, rejected: 4 });
});

test('assigns values to the right columns despite shifted columns and blank rows', async () => {
  const { report, reasons } = await importFile(join(FILES, 'uk-unclean-cclass.csv'), 'uk-unclean-cclass');
  expect(report).toMatchObject({ rows: 41, created: 35, rejected: 2, blank: 3, warnings: 5, newModels: [] });
  expect(reasons).toEqual({
    'rejected: year is missing': 2,
    'warning: the engine size is 0': 1,
    'warning: not an engine size': 1,
    'warning: not a known fuel': 1,
    'warning: the mileage is not a number': 1,
    'warning: not a known transmission': 1,
  });
  expect(await sums("make = 'Mercedes-Benz'")).toEqual({
    cars: 35,
    mileage: 1_611_318,
    cents: 662_278 * 127,
    cc: 53_285,
    diesel: 11,
  });
});

test('imports a spreadsheet with shifted columns, an engine of 2 cc and unknown mileage', async () => {
  const { report, reasons } = await importFile(join(FILES, 'uk-unclean-focus.csv'), 'uk-unclean-focus');
  expect(report).toMatchObject({ rows: 45, created: 39, rejected: 2, blank: 3, warnings: 6 });
  expect(reasons).toEqual({
    'rejected: year is missing': 2,
    'warning: the engine size is 0': 1,
    'warning: not an engine size': 1,
    'warning: no car has an engine of 2 cc': 1,
    'warning: not a known fuel': 1,
    'warning: the mileage is not a number': 1,
    'warning: not a known transmission': 1,
  });
  expect(await sums("make = 'Ford' and stock_number like '/ad/%'")).toEqual({
    cars: 39,
    mileage: 2_016_140,
    cents: 792_016 * 127,
    cc: 58_485,
    diesel: 18,
  });
});

/** The fixture is stored as UTF-8 to be readable, and imported as Windows-1252. */
async function germanSheet(): Promise<string> {
  const text = await readFile(join(FILES, 'de-cars.csv'), 'utf8');
  const path = join(folder, 'de-cars.csv');
  await writeFile(path, Buffer.from(text.replaceAll('•', '\u0095'), 'latin1'));
  return path;
}

test('imports a German spreadsheet in Windows-1252 with dollar signs that mean euros, and years up to 9999', async () => {
  const { report, reasons, source } = await importFile(await germanSheet(), 'de-kleinanzeigen', true);
  expect(source.reading.encoding?.name).toBe('windows-1252');
  expect(report).toMatchObject({ rows: 55, created: 42, rejected: 12, blank: 0, warnings: 3 });
  expect(reasons).toEqual({
    "rejected: 'andere' is not a model": 3,
    'rejected: model is missing': 3,
    "rejected: 'sonstige_autos' is not a make": 1,
    'rejected: the price is 0': 3,
    'rejected: the price is above the limit of 5,000,000 USD': 1,
    'rejected: the year is not between 1900 and 2027': 2,
    'warning: not a known body type': 2,
    'warning: not a known fuel': 1,
  });
  const bySheet = "stock_number like 'row-%' and mileage_unit = 'km'";
  expect(await sums(bySheet)).toMatchObject({ cars: 42, cents: 391_937 * 108 });
  const described = async (condition: string) =>
    (await pool.query(`select 1 from listings where ${bySheet} and ${condition}`)).rows.length;
  expect(await described("description like '%TÜV%•%Größe%'")).toBeGreaterThan(5);
  expect(await described("description ~ '[\\u0080-\\u009f\\ufffd]'")).toBe(0);
});

test('rejects a German spreadsheet whose dollar signs are not declared', async () => {
  const path = await germanSheet();
  await pool.query('delete from stock_answers');
  await expect(runImport(pool, folder, path)).rejects.toThrow('could mean USD, AUD');
  const { report } = await runImport(pool, folder, path, { mapping: { currency: 'EUR', rate: 1.08 }, dryRun: true });
  expect(report).toMatchObject({ created: 0, rejected: 54 });
});

test('writes a long spreadsheet in several batches and finds repeated rows across them', async () => {
  const cars = Array.from(
    { length: 6_000 },
    (_, index) => `ford, Focus,2018,${9_000 + index},Manual,${20_000 + index},Petrol,145,50,1`,
  );
  // Repeats every fifteenth car at the end, thousands of rows later.
  const repeated = cars.filter((_, index) => index % 15 === 0);
  const path = join(folder, 'long.csv');
  const header = 'make,model,year,price,transmission,mileage,fuelType,tax,mpg,engineSize';
  await writeFile(path, [header, ...cars, ...repeated].join('\n'));
  const { report, reasons } = await importFile(path, 'uk-cars');
  expect(report).toMatchObject({ rows: 6_401, created: 6_000, rejected: 400, warnings: 0 });
  expect(reasons).toEqual({ 'rejected: the same as row N, cell by cell': 400 });
  const again = await importFile(path, 'uk-cars');
  expect(again.report).toMatchObject({ created: 0, updated: 0, unchanged: 6_000, rejected: 400 });
});
