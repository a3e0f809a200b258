import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { countCars } from '#features/catalog/listings/server/listing-count-store.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { prepareImport, runImport } from '../../../../../tests/support/site/documents/sheets.ts';
import type { ImportRequest } from './import-sheet.ts';

let pool: pg.Pool;
let folder: string;

beforeAll(async () => {
  folder = await scratchFolder();
  ({ pool } = await testDatabase());
  await prepareImport(pool, ['BYD|比亚迪 Seal|海豹', 'Toyota|丰田 Corolla']);
});
beforeEach(() =>
  pool.query(
    'delete from favourites; delete from listings; truncate listing_counts, listing_count_changes; alter table listings alter id restart',
  ),
);

async function importing(content: string | Uint8Array, options: Partial<ImportRequest> = {}) {
  const path = join(folder, 'sheet.csv');
  await writeFile(path, content);
  return runImport(pool, folder, path, options);
}

/** Claims a car, as a payment in progress does. */
const holdForBuyer = (stockNumber: string) =>
  pool.query(
    `with payment as (
      insert into payments (user_id, transaction_id, body_hash, amount_cents, method, contact_email, expires_at)
      select id, 'TR' || regexp_replace($1, '[^0-9]', '', 'g'), '', 100, 'paypal', email, now() from users limit 1 returning id
    )
    insert into sale_claims select listings.id, payment.id from listings, payment where stock_number = $1`,
    [stockNumber],
  );

const selectListings = async (columns: string) =>
  (await pool.query(`select ${columns} from listings order by id`)).rows;
const HEADER = 'Stock No,Make,Model,Year,Price USD,Mileage (km),Fuel,Gearbox,VIN,Colour';
const SHEET = `${HEADER}
A1,BYD,Seal,2022,"18,500","35,000",electric,auto,LGXCE4CB2N0123456,White
A2,丰田,Corolla,2019,9900,,petrol,手动,,
,,,,,,,,,
A3,BYD,BYD Seagull,2023,8000,12000,electric,auto,,=HYPERLINK("http://x")
A4,Wuling,Hongguang,2020,4000,50000,petrol,manual,,
A1,BYD,Seal,2022,18000,1,electric,auto,,
A5,BYD,Seal,9999,18000,1,electric,auto,,
A6,BYD,Seal,2022,18000
A7,BYD,Seal,2021,17000,Unknown,steam,auto,NHP10-6012345,
`;

test('creates listings, and writes rejected rows and warnings to the errors file', async () => {
  const { report, errors, lines } = await importing(SHEET, { status: 'active' });
  expect(report).toMatchObject({ rows: 10, created: 4, updated: 0, unchanged: 0, rejected: 4, blank: 1, warnings: 3 });
  expect(report.newModels).toEqual(['BYD Seagull']);
  expect(
    await selectListings('stock_number, make, model, price_cents, mileage, fuel_type, transmission, vin, status'),
  ).toEqual([
    {
      stock_number: 'A1',
      make: 'BYD',
      model: 'Seal',
      price_cents: 1_850_000,
      mileage: 35_000,
      fuel_type: 'electric',
      transmission: 'automatic',
      vin: 'LGXCE4CB2N0123456',
      status: 'active',
    },
    {
      stock_number: 'A2',
      make: 'Toyota',
      model: 'Corolla',
      price_cents: 990_000,
      mileage: null,
      fuel_type: 'petrol',
      transmission: 'manual',
      vin: null,
      status: 'active',
    },
    {
      stock_number: 'A3',
      make: 'BYD',
      model: 'Seagull',
      price_cents: 800_000,
      mileage: 12_000,
      fuel_type: 'electric',
      transmission: 'automatic',
      vin: null,
      status: 'active',
    },
    {
      stock_number: 'A7',
      make: 'BYD',
      model: 'Seal',
      price_cents: 1_700_000,
      mileage: null,
      fuel_type: null,
      transmission: 'automatic',
      vin: null,
      status: 'active',
    },
  ]);
  expect(errors.map(({ row, kind, column, reason }) => [row, kind, column, reason])).toEqual([
    [6, 'rejected', '', "the make 'Wuling' is not known; allow new makes if it is right"],
    [7, 'rejected', '', 'the stock number is that of row 2'],
    [8, 'rejected', 'Year', 'the year is not between 1900 and 2027'],
    [9, 'rejected', '', 'the row has 5 cells but the header has 10, so its columns are shifted'],
    [10, 'warning', 'Mileage (km)', 'the mileage is not a number'],
    [10, 'warning', 'Fuel', 'not a known fuel'],
    [10, 'warning', 'VIN', 'a Japanese frame number is not a VIN'],
  ]);
  expect(lines[1]?.slice(5, 8)).toEqual(['A4', 'Wuling', 'Hongguang']);
  expect(await countCars(pool, { offer: 'Sell' })).toBe(4);
  expect((await pool.query('select 1 from listing_count_changes')).rows).toEqual([]);
});

test('stores the drive, and keeps it when a later cell is blank', async () => {
  const sheet = (...drives: string[]) =>
    [
      'Stock No,Make,Model,Year,Price USD,Drivetrain',
      ...drives.map((drive, at) => `D${at},BYD,Seal,2022,18500,${drive}`),
    ].join('\n');
  expect(await importing(sheet('AWD', '后驱', '2WD'))).toMatchObject({ report: { created: 3, warnings: 1 } });
  expect(await selectListings('drive')).toEqual([{ drive: 'all' }, { drive: 'rear' }, { drive: null }]);
  expect(await importing(sheet('', 'RWD', 'FWD'))).toMatchObject({ report: { updated: 1, unchanged: 2 } });
  expect(await selectListings('drive')).toEqual([{ drive: 'all' }, { drive: 'rear' }, { drive: 'front' }]);
});

test('creates no duplicates in a second run and updates only changed prices', async () => {
  await importing(SHEET);
  await pool.query(
    `update listings set status = 'active', location = 'Guangzhou', posted_at = '2025-12-01' where stock_number = 'A1'`,
  );
  await pool.query(`update listings set status = 'sold' where stock_number = 'A2'`);
  expect((await importing(SHEET)).report).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 3,
    closed: 1,
    rejected: 4,
  });
  const changed = SHEET.replace('18,500', '17,900').replace('9900', '9000').replace('"35,000"', '');
  const dry = await importing(changed, { dryRun: true });
  expect(dry.report).toMatchObject({ created: 0, updated: 1, unchanged: 2, closed: 1 });
  expect((await importing(changed)).report).toEqual(dry.report);
  expect(
    await selectListings(
      `stock_number, price_cents, mileage, status, location, version, posted_at = '2025-12-01' as posted`,
    ),
  ).toMatchObject([
    {
      stock_number: 'A1',
      price_cents: 1_790_000,
      mileage: 35_000,
      status: 'active',
      location: 'Guangzhou',
      version: 2,
      posted: true,
    },
    { stock_number: 'A2', price_cents: 990_000, status: 'sold', version: 1 },
    { stock_number: 'A3', version: 1 },
    { stock_number: 'A7', version: 1 },
  ]);
});

test('rejects a change to a car that is being paid for, and imports the others', async () => {
  await importing(SHEET);
  await holdForBuyer('A2');
  const { report, errors } = await importing(
    SHEET.replace('18,500', '17,900').replace('9900', '9000').replace('8000', '7000'),
  );
  await pool.query('delete from sale_claims');
  expect(report).toMatchObject({ created: 0, updated: 2, unchanged: 1, rejected: 5 });
  expect(errors).toContainEqual(
    expect.objectContaining({ row: 3, reason: 'a buyer is paying for this car; import it again later' }),
  );
  expect((await selectListings('price_cents')).map(({ price_cents }) => price_cents)).toEqual([
    1_790_000, 990_000, 700_000, 1_700_000,
  ]);
});

test('matches cars by VIN alone, and rejects a second stock number for a car', async () => {
  const sheet = (stockNumbers: string[]) =>
    `${HEADER}\n${stockNumbers.map((number, index) => `${number},BYD,Seal,2022,18000,1,,,WDB1234567A89012${index},`).join('\n')}\n`;
  await importing(sheet(['', '']));
  expect((await importing(sheet(['', '']))).report).toMatchObject({ created: 0, unchanged: 2 });
  expect((await importing(sheet(['B1', '']))).report).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
  const { report, errors } = await importing(sheet(['B2', '']));
  expect(report).toMatchObject({ created: 0, rejected: 1, unchanged: 1 });
  expect(errors[0]?.reason).toBe("the VIN belongs to the seller's stock number B1");
  const twice = `${sheet(['', ''])}B9,BYD,Seal,2022,18000,1,,,WDB1234567A890121,\n`;
  expect((await importing(twice)).errors).toMatchObject([{ row: 4, reason: 'the VIN is that of row 3' }]);
});

test('identifies rows without stock number and VIN by their content, and rejects a repeated row', async () => {
  const sheet = 'make,model,year,price_usd,tax\nBYD,Seal,2022,18000,1\nBYD,Seal,2022,18000,1\nBYD,Seal,2022,18000,2\n';
  const { report, errors } = await importing(sheet);
  expect(report).toMatchObject({ created: 2, rejected: 1, byContent: 3 });
  expect(errors[0]).toMatchObject({ row: 3, reason: 'the same as row 2, cell by cell' });
  expect((await importing(sheet)).report).toMatchObject({ created: 0, unchanged: 2, rejected: 1 });
});

test('distinguishes Ka+ from Ka and creates each model once', async () => {
  const { report } = await importing(
    'make,model,year,price_usd\nToyota,ka+,2020,9000\nToyota,Ka,2020,9000\nToyota,KA +,2021,9000\n',
  );
  expect(report).toMatchObject({ created: 3, newModels: ['Toyota Ka+', 'Toyota Ka'] });
  expect((await selectListings('model')).map(({ model }) => model)).toEqual(['Ka+', 'Ka', 'Ka+']);
});

test('a dry run returns the same report and writes nothing', async () => {
  const dry = await importing(SHEET.replaceAll('Seagull', 'Shark'), { dryRun: true, newMakes: true });
  expect(dry.report).toMatchObject({
    created: 5,
    rejected: 3,
    newMakes: ['Wuling'],
    newModels: ['BYD Shark', 'Wuling Hongguang'],
  });
  expect(await selectListings('id')).toEqual([]);
  expect((await pool.query("select 1 from models where name in ('Shark', 'Hongguang')")).rows).toEqual([]);
});

test('imports a Chinese spreadsheet in GB18030', async () => {
  const gb18030 =
    'xrfFxiyztdDNLMTqt90swO+zzCi5q8DvKSy827jxLLHky9nP5CzIvMHPLMXFwb8s0dXJqyyztbzcusUKscjRx7XPLLqjsaosMjAyMiwzNTAwMCyBMIQ2MTI4MDAwLNfUtq8stL+15ywwLLDXyassTEdYQ0U0Q0IyTjAxMjM0NTYKt+HM7yy/qMLewK0sMjAxOcTqLDYuMs3yuavA7yw4LjXN8izX1LavLMb7080sMS4yVCy62smrLExGTUFQRTJHM0swMTIzNDU3CryqwPss0MfUvUwsMjAyMSwyODAwMCzD5tLpLMurwOu6zyzG+9PNLDIuMFQswLYsCg==';
  const { report, errors, source } = await importing(Buffer.from(gb18030, 'base64'), {
    mapping: { currency: 'CNY', rate: 0.14 },
  });
  expect(source.reading.encoding).toMatchObject({ name: 'gb18030', certainty: 'likely' });
  expect(report).toMatchObject({ created: 2, rejected: 1, newModels: ['Toyota 卡罗拉'] });
  expect(await selectListings('make, model, year, mileage, price_cents, fuel_type, engine_cc, exterior_color')).toEqual(
    [
      {
        make: 'BYD',
        model: 'Seal',
        year: 2022,
        mileage: 35_000,
        price_cents: 1_792_000,
        fuel_type: 'electric',
        engine_cc: null,
        exterior_color: 'White',
      },
      {
        make: 'Toyota',
        model: '卡罗拉',
        year: 2019,
        mileage: 62_000,
        price_cents: 1_190_000,
        fuel_type: 'petrol',
        engine_cc: 1200,
        exterior_color: 'Black',
      },
    ],
  );
  expect(errors).toMatchObject([
    { row: 3, kind: 'warning', column: '车架号', reason: 'kept, but the check digit of this Chinese VIN is wrong' },
    { row: 4, kind: 'rejected', column: '价格', value: '面议', reason: 'the price is not a number' },
  ]);
});

test('rejects an unknown or unconfirmed seller', async () => {
  await expect(importing(SHEET, { sellerEmail: 'nobody@test.example' })).rejects.toThrow('No account uses');
  await expect(importing(SHEET, { sellerEmail: 'pending@test.example' })).rejects.toThrow('is Pending, not Active');
});

test('imports the facts that decide about import, and a blank cell keeps them', async () => {
  const header = 'Stock No,Make,Model,Year,Price USD,Mileage (km),Fuel,出厂日期,排放标准,长*宽*高,电池容量(kWh),SOH';
  await importing(`${header}\nA1,BYD,Seal,2022,18000,1,electric,2021-11,,4800*1875*1460,82.5,96%\n`);
  const { report } = await importing(`${header}\nA1,BYD,Seal,2022,18000,1,electric,,,,,95\n`);
  expect(report).toMatchObject({ updated: 1, warnings: 0 });
  expect(
    await selectListings('production_month, emission, length_mm, width_mm, height_mm, battery_kwh, battery_health'),
  ).toEqual([
    {
      production_month: '2021-11',
      emission: null,
      length_mm: 4800,
      width_mm: 1875,
      height_mm: 1460,
      battery_kwh: 82.5,
      battery_health: 95,
    },
  ]);
});

test('a model with its drive system is the known model, and a model of that name stays its own', async () => {
  const cars = `Stock No,Make,Model,Year,Price USD
B1,比亚迪,海豹 DM-i,2023,18500
B2,BYD,Seal EV,2023,19500
B3,BYD,EV,2015,4000
`;
  const { report } = await importing(cars);
  expect(report).toMatchObject({ created: 3, newModels: ['BYD EV'] });
  expect(await selectListings('model')).toEqual([{ model: 'Seal' }, { model: 'Seal' }, { model: 'EV' }]);
});

test('names the cars on offer that a later file does not have, and pauses them on request', async () => {
  const header = 'Stock No,Make,Model,Year,Price USD,VIN';
  const [one, two, three] = [
    'G1,BYD,Seal,2022,18500,',
    'G2,BYD,Seal,2022,18500,LGXCE4CB2N0123456',
    'G3,BYD,Seal,2022,18500,',
  ];
  await importing([header, one, two, three].join('\n'), { status: 'active' });
  await importing('make,model,year,price_usd\nBYD,Seal,2022,18000\n', { status: 'active' });
  // A row that is rejected is in the file, and so is a car with another stock number and the same VIN.
  const later = [header, 'G1,BYD,Seal,9999,18500,', ',BYD,Seal,2022,18500,LGXCE4CB2N0123456'].join('\n');
  const dry = await importing(later, { dryRun: true, pauseGone: true });
  expect(dry.report.gone.map(({ stockNumber }) => stockNumber)).toEqual(['G3']);
  expect(dry.paused).toBe(0);
  await holdForBuyer('G3');
  expect((await importing(later, { pauseGone: true })).paused).toBe(0);
  await pool.query('delete from sale_claims');
  expect((await importing(later, { pauseGone: true })).paused).toBe(1);
  expect(await selectListings('stock_number, status')).toMatchObject([
    { stock_number: 'G1', status: 'active' },
    { stock_number: 'G2', status: 'active' },
    { stock_number: 'G3', status: 'paused' },
    { status: 'active' },
  ]);
});
