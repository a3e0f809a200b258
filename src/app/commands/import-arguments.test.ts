import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readImportArguments } from './import-arguments.ts';

let folder: string;
let mapping: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carquay-arguments-'));
  mapping = join(folder, 'mapping.json');
  await writeFile(
    mapping,
    '{"currency":"EUR","rate":1.1,"columns":{"make":null},"constants":{"location":"Guangzhou, China"}}',
  );
});
afterAll(() => rm(folder, { recursive: true }));

const read = (line: string) => readImportArguments(line.split(' ').filter(Boolean));

test('command line options override the mapping file, and the errors file defaults to the folder of the CSV file', async () => {
  const request = await read(
    `/sheets/cars.csv --seller a@b.example --mapping ${mapping} --rate 1.08 --make Ford --offer Rent --dry-run`,
  );
  expect(request).toMatchObject({
    path: '/sheets/cars.csv',
    errorsPath: '/sheets/cars.errors.csv',
    sellerEmail: 'a@b.example',
    mapping: {
      currency: 'EUR',
      rate: 1.08,
      columns: { make: null },
      constants: { location: 'Guangzhou, China', make: 'Ford' },
    },
    offer: 'Rent',
    status: 'requested',
    dryRun: true,
    newMakes: false,
  });
});

test.each([
  ['', 'Name one file'],
  ['a.csv b.csv --seller a@b.example', 'Name one file'],
  ['a.csv', '--seller EMAIL'],
  ['a.csv --seller a@b.example --sellr x', "Unknown option '--sellr'"],
  ['a.csv --seller a@b.example --currency Dollars', 'currency must be a currency code'],
  ['a.csv --seller a@b.example --rate much', 'rate must be a number'],
  ['a.csv --seller a@b.example --mileage-unit m', 'mileageUnit must be'],
  ['a.csv --seller a@b.example --status sold', '--status must be requested or active'],
  ['a.csv --seller a@b.example --errors a.csv', 'must not be the import file'],
  ['a.csv --seller a@b.example --mapping /nowhere.json', 'cannot be read'],
])('rejects "%s" with an explanation', async (line, message) => {
  await expect(read(line)).rejects.toThrow(message);
});
