import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { afterFile } from '../../../../../tests/support/runner/after-file.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { prepareImport, SHEET_SELLER } from '../../../../../tests/support/site/documents/sheets.ts';
import { keepAnswers } from './imports/answer-store.ts';
import { importDueStock, type StockImportDeps } from './imports/import-due-stock.ts';
import { claimImport, endImport, noteGoneCars, releaseImport } from './imports/import-record-store.ts';
import { ImportThreads } from './imports/import-threads.ts';
import { createImport, mapImport } from './imports/manage-imports.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let cookie: string;
let adminId: number;
let deps: StockImportDeps;
const NOW = new Date('2026-01-15');

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  ({ cookie, id: adminId } = await signInAdmin(pool));
  await prepareImport(pool, ['BYD|比亚迪 Seal|海豹']);
  const threads = new ImportThreads(pool.options.connectionString ?? '');
  afterFile(() => threads.close());
  deps = { pool, clock: { now: () => NOW }, threads };
});
beforeEach(() =>
  pool.query('delete from stock_imports; delete from stock_answers; delete from listings; delete from work_failures'),
);

const send = (content: string | Buffer, filename = 'cars.csv') =>
  postForm(
    app,
    '/api/imports',
    [
      ['seller', SHEET_SELLER],
      ['file', new File([content as BlobPart], filename)],
    ],
    { cookie },
  );
const sent = async (content: string | Buffer) => {
  const { status, body } = await send(content);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id as number;
};
const show = async (id: number) => (await getJson(app, `/api/imports/${id}`, cookie)).body;
const run = (id: number, body: unknown = {}) => postJson(app, `/api/imports/${id}/run`, body, { cookie });
const map = (id: number, body: unknown) => postJson(app, `/api/imports/${id}/mapping`, body, { cookie, method: 'PUT' });
const work = (errors: unknown[] = []) => importDueStock(deps, (error) => errors.push(error));
const setStatus = (status: string) =>
  pool.query('update users set status = $2 where email = $1', [SHEET_SELLER, status]);

const HEADER = 'Stock No,Make,Model,Year,Price USD,Mileage (km),Description';
const ROW = 'A1,BYD,Seal,2022,18500,62000,One owner';

describe('texts that PostgreSQL cannot store', () => {
  test('an example that is cut ends before a character of two halves', async () => {
    const id = await sent(`${HEADER}\nA1,BYD,Seal,2022,18500,62000,${'a'.repeat(79)}👍 and more\n`);
    const { columns } = (await show(id)).reading;
    expect(columns).toContainEqual({ fact: 'description', headers: ['Description'], examples: ['a'.repeat(79)] });
    await run(id);
    await work();
    expect(await show(id)).toMatchObject({ state: 'imported', counts: { created: 1 } });
  });

  test('names of columns and sheets have a sign instead, by which a mapping can name them', async () => {
    const names = ['Stock No', 'Make', 'Model', 'Year', 'Price USD', 'Kilo_xD800_meters', 'Note_x0000_'];
    const book = utils.book_new();
    for (const name of ['Cars_xD800_', 'Old_x0000_'])
      utils.book_append_sheet(book, utils.aoa_to_sheet([names, ['A1', 'BYD', 'Seal', 2022, 18500, 62000, 'x']]), name);
    const id = await sent(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    expect((await show(id)).reading.questions).toMatchObject([
      { about: 'sheet', choices: ['Cars\ufffd', 'Old\ufffd'] },
    ]);
    const mapping = { sheet: 'Cars\ufffd', columns: { mileage: 'Kilo\ufffdmeters' }, mileageUnit: 'km' };
    expect(await map(id, mapping)).toMatchObject({ status: 200, body: { reading: { unused: ['Note\ufffd'] } } });
    await run(id);
    await work();
    expect(await show(id)).toMatchObject({ state: 'imported', counts: { created: 1, warnings: 0 } });
  });

  test('rejects the row whose neighboring cells have half a character each', async () => {
    const cells = [HEADER.split(','), ['A1', 'BYD', 'Seal', '2022', '18500', 'x_xD83D_', '_xDC4D_x'], ROW.split(',')];
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(cells), 'Cars');
    const id = await sent(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    await run(id);
    await work();
    expect(await show(id)).toMatchObject({
      state: 'imported',
      counts: { created: 1, rejected: 1 },
      errors: [{ row: 2, reason: 'the row contains half a character (a lone surrogate)' }],
    });
  });

  test.each([
    [`${'a'.repeat(199)}👍.csv`, 'a'.repeat(199)],
    ['a\0b.csv', 'a\ufffdb.csv'],
    ['../../cars.csv', 'cars.csv'],
  ])('stores a file named %j under a name that can be stored', async (filename, stored) => {
    const boundary = 'b1b1b1b1';
    const part = (head: string, body: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
    const payload = `${part('name="seller"', SHEET_SELLER)}${part(`name="file"; filename="${filename}"`, `${HEADER}\n${ROW}\n`)}--${boundary}--\r\n`;
    const headers = {
      cookie,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'sec-fetch-site': 'same-origin',
    };
    const response = await app.inject({ method: 'POST', url: '/api/imports', headers, payload });
    expect([response.statusCode, response.json().filename]).toEqual([200, stored]);
  });

  test('reads a file without a name', async () => {
    const payload = [
      ['content-disposition: form-data; name="seller"', SHEET_SELLER],
      ['content-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream', `${HEADER}\n${ROW}\n`],
    ];
    const body = `${payload.map(([head, text]) => `--b1b1b1b1\r\n${head}\r\n\r\n${text}\r\n`).join('')}--b1b1b1b1--\r\n`;
    const headers = {
      cookie,
      'content-type': 'multipart/form-data; boundary=b1b1b1b1',
      'sec-fetch-site': 'same-origin',
    };
    const response = await app.inject({ method: 'POST', url: '/api/imports', headers, payload: body });
    expect([response.statusCode, response.json().filename]).toEqual([200, '']);
  });

  test.each([
    [{ sheet: 'a\0' }, 'sheet', 'This value isn’t valid.'],
    [{ constants: { exteriorColor: 'a\ud800' } }, 'constants.exteriorColor', 'This value isn’t valid.'],
    [{ values: { fuelType: { 'a\0': 'petrol' } } }, 'values.fuelType.a\0', 'This value isn’t valid.'],
    [{ columns: { make: ['a'.repeat(1_001)] } }, 'columns.make.0', 'This may have a length of at most 1,000.'],
    [
      { values: { fuelType: { ['a'.repeat(1_001)]: 'petrol' } } },
      `values.fuelType.${'a'.repeat(1_001)}`,
      'This value isn’t valid.',
    ],
    [{ constants: { make: 'a'.repeat(1_001) } }, 'constants.make', 'This may have a length of at most 1,000.'],
    [{ rates: { EUR: 1e-300 } }, 'rates.EUR', 'This value isn’t valid.'],
    [
      {
        values: {
          fuelType: Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}${'a'.repeat(800)}`, 'x'])),
        },
      },
      'values',
      'This may have a length of at most 40,000.',
    ],
  ])('refuses the mapping %# and names the value', async (mapping, field, problem) => {
    const { status, body } = await map(await sent(`${HEADER}\n${ROW}\n`), mapping);
    expect([status, body.fields]).toEqual([400, { [field]: problem }]);
  });

  test('stores the longest mapping that is accepted', async () => {
    const words = Object.fromEntries(Array.from({ length: 3_300 }, (_, at) => [`w${at}`, 'x']));
    expect(await map(await sent(`${HEADER}\n${ROW}\n`), { values: { fuelType: words } })).toMatchObject({
      status: 200,
    });
  });
});

describe('an import that cannot be run', () => {
  test('fails after five errors in a row, with a sentence, and can be run again', async () => {
    const id = await sent(`${HEADER}\n${ROW}\n`);
    await run(id);
    await pool.query(`create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger broken before insert on listings for each row execute function broken()`);
    const errors: unknown[] = [];
    try {
      for (let attempt = 1; attempt <= 5; attempt++) {
        expect((await show(id)).state).toMatch(/waiting|running/);
        await work(errors);
        await pool.query('update work_failures set retry_at = now()');
      }
    } finally {
      await pool.query('drop function broken cascade');
    }
    expect(errors).toHaveLength(5);
    expect(await show(id)).toMatchObject({ state: 'failed', problem: expect.stringContaining('failed several times') });
    expect((await pool.query('select 1 from work_failures')).rows).toEqual([]);
    await run(id);
    await work();
    expect(await show(id)).toMatchObject({ state: 'imported', counts: { created: 1 } });
  });

  test.each([
    ['time', { readingMs: 1 }, `${HEADER}\n${ROW}\n`],
    [
      'memory',
      { memoryMb: 48 },
      `${HEADER}\n${Array.from({ length: 100_000 }, (_, at) => `${at},BYD,Seal,2022,1,1,${'x,'.repeat(50)}`).join('\n')}`,
    ],
  ])('a file that needs more %s than there is has a sentence', async (_, limits, file) => {
    const threads = new ImportThreads(pool.options.connectionString ?? '', limits);
    afterFile(() => threads.close());
    const path = join(await scratchFolder(), 'cars.csv');
    await writeFile(path, file);
    const wanted = { seller: SHEET_SELLER, offer: 'Sell', listingStatus: 'requested', newMakes: false } as const;
    const origin = { ip: '127.0.0.1', userAgent: '', requestId: 'test' };
    const created = createImport({ ...deps, threads }, adminId, { path, filename: 'cars.csv' }, wanted, origin);
    await expect(created).rejects.toMatchObject({
      code: 'unprocessable',
      options: { fields: { file: expect.stringContaining('too large or too complex') } },
    });
  });

  test('is refused at the start if its seller is no longer active, and fails if that happens later', async () => {
    const id = await sent(`${HEADER}\n${ROW}\n`);
    await setStatus('Inactive');
    try {
      expect(await run(id)).toMatchObject({ status: 422, body: { message: expect.stringContaining('isn’t active') } });
      await setStatus('Active');
      await run(id);
      await setStatus('Inactive');
      await work();
    } finally {
      await setStatus('Active');
    }
    expect(await show(id)).toMatchObject({ state: 'failed', problem: expect.stringContaining('isn’t active') });
    expect((await pool.query('select 1 from listings')).rows).toEqual([]);
  });

  test('changes nothing after another worker has taken it over', async () => {
    const id = await sent(`${HEADER}\n${ROW}\n`);
    await run(id);
    const first = await claimImport(pool);
    await pool.query('update stock_imports set leased_until = now()');
    await claimImport(pool);
    const before = (await pool.query('select * from stock_imports')).rows;
    const old = { id, attempt: first?.attempt ?? 0 };
    await releaseImport(pool, id, old.attempt);
    await noteGoneCars(pool, old, [{ id: 1, stockNumber: 'A1', make: 'BYD', model: 'Seal', year: 2022 }]);
    await endImport(pool, old, 'failed', 'late');
    expect((await pool.query('select * from stock_imports')).rows).toEqual(before);
  });

  test('keeps its mapping while it waits or runs, also if the file was read before', async () => {
    const id = await sent(`${HEADER}\n${ROW}\n`);
    await run(id);
    expect(await map(id, { mileageUnit: 'mi' })).toMatchObject({ status: 409 });
    await pool.query("update stock_imports set state = 'open', ended_at = null");
    const threads: StockImportDeps['threads'] = {
      run: (job) => deps.threads.run(job),
      read: async (request) => {
        const read = await deps.threads.read(request);
        await run(id);
        return read;
      },
    };
    await expect(mapImport({ ...deps, threads }, id, { mileageUnit: 'mi' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await show(id)).toMatchObject({ state: 'waiting', mapping: {} });
  });
});

describe('kept answers', () => {
  const file = 'Stock No,Make,Model,Year,Price,Mileage (km)\nA1,BYD,Seal,2022,18500,62000\n';
  const kept = async () => {
    const id = await sent(file);
    await map(id, { currency: 'USD' });
    await run(id);
    await work();
    expect((await show(id)).state).toBe('imported');
  };

  test('are added when a file is sent, and an answer that is taken back does not return', async () => {
    await kept();
    const id = await sent(file);
    expect(await show(id)).toMatchObject({ mapping: { currency: 'USD' }, reading: { questions: [] } });
    const { body } = await map(id, {});
    expect(body).toMatchObject({ mapping: {}, reading: { questions: [{ about: 'currency' }] } });
  });

  test('that change while an import waits do not change it', async () => {
    const id = await sent(file);
    await map(id, { currency: 'USD' });
    const before = await show(id);
    expect(before.reading.questions).toEqual([]);
    await run(id);
    await keepAnswers(pool, before.seller.id, before.reading.header, { columns: { mileage: null } });
    await work();
    expect((await pool.query('select price_cents, mileage from listings')).rows).toEqual([
      { price_cents: 1_850_000, mileage: 62_000 },
    ]);
  });

  test('are added once the sheet of a workbook is chosen', async () => {
    await kept();
    const book = utils.book_new();
    for (const name of ['May', 'June'])
      utils.book_append_sheet(
        book,
        utils.aoa_to_sheet(
          file
            .trim()
            .split('\n')
            .map((line) => line.split(',')),
        ),
        name,
      );
    const id = await sent(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    expect((await map(id, { sheet: 'June' })).body).toMatchObject({ mapping: { sheet: 'June', currency: 'USD' } });
  });
});

describe('rows', () => {
  const imported = async (content: string | Buffer, mapping: object = {}) => {
    const id = await sent(content);
    await map(id, mapping);
    await run(id);
    await work();
    return show(id);
  };

  test('that are hidden and rejected have no warning', async () => {
    const sheet = utils.aoa_to_sheet([
      HEADER.split(','),
      ['A1', 'BYD', 'Seal', 2022, 18500, 62000, ''],
      ['A2', 'BYD', 'Seal', 9999, 18500, 62000, ''],
      ['A3', 'BYD', 'Seal', 2022, 18500, 62000, ''],
    ]);
    sheet['!rows'] = [{}, {}, { hidden: true }, { hidden: true }];
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Cars');
    const { counts, errors } = await imported(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    expect(counts).toMatchObject({ created: 2, rejected: 1, warnings: 1 });
    expect(errors.map(({ row, kind }: { row: number; kind: string }) => [row, kind])).toEqual([
      [3, 'rejected'],
      [4, 'warning'],
    ]);
  });

  test('with a trim in the make and the model have the beginning of it', async () => {
    const [make, model] = [`比亚迪海豹 ${'豪华版 '.repeat(13)}`.trim(), '豪华版 '.repeat(19).trim()];
    const { counts } = await imported(`${HEADER}\nA1,${make},${model},2022,18500,62000,\n`);
    expect(counts).toMatchObject({ created: 1 });
    const { rows } = await pool.query('select model, trim from listings');
    expect(rows).toEqual([{ model: 'Seal', trim: '豪华版 '.repeat(20).trim() }]);
  });

  test('go on with a description for at most 20 rows', async () => {
    const below = Array.from({ length: 25 }, (_, at) => `,,,,,,line ${at + 1}`).join('\n');
    const { counts } = await imported(`${HEADER}\n${ROW}\n${below}\nA2,BYD,Seal,2022,18500,62000,Two owners\n`);
    expect(counts).toMatchObject({ created: 2, rows: 28 });
    const { rows } = await pool.query("select description from listings where stock_number = 'A1'");
    expect(rows[0].description.split('\n').at(-1)).toBe('line 20');
  });
});
