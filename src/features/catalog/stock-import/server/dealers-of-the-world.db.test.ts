import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { loadCatalog } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { prepareImport, runImport } from '../../../../../tests/support/site/documents/sheets.ts';
import { readMapping } from '../model/mapping-file.ts';

const sheets = readFileSync('tests/fixtures/sheets/dealers.txt', 'utf8')
  .split('\n== ')
  .slice(1)
  .map((block): [string, string, string[], string[]] => {
    const [heading = '', ...lines] = block.trimEnd().split('\n');
    const [name = '', mapping = ''] = heading.split(' | ');
    const isCar = (line: string) => line.startsWith('> ');
    return [name, mapping, lines.filter((line) => !isCar(line)), lines.filter(isCar).map((line) => line.slice(2))];
  });

let pool: pg.Pool;
let folder: string;
beforeAll(async () => {
  folder = await scratchFolder();
  ({ pool } = await testDatabase());
  await prepareImport(pool, ['BYD|比亚迪 Seal|海豹']);
  await loadCatalog(pool);
});

test.each(sheets)('reads the cars of the sheet %s', async (name, mapping, lines, cars) => {
  await pool.query('delete from listings; delete from stock_answers');
  const path = join(folder, 'cars.csv');
  await writeFile(path, `${lines.join('\n')}\n`);
  await runImport(pool, folder, path, { mapping: readMapping(mapping, name) });
  const { rows } = await pool.query(
    `select concat_ws(' · ', make, model, trim, year, price_cents / 100, mileage || ' ' || mileage_unit, first_registration_month,
       exterior_color, transmission, fuel_type, engine_cc || ' cc', drive) as car
     from listings order by id`,
  );
  expect(rows.map(({ car }) => car)).toEqual(cars);
});
