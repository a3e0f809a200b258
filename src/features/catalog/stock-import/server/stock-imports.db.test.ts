import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { afterFile } from '../../../../../tests/support/runner/after-file.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { prepareImport, SHEET_SELLER } from '../../../../../tests/support/site/documents/sheets.ts';
import type { CountsResponse } from '../model/stock-import-contract.ts';
import { importDueStock, type StockImportDeps } from './imports/import-due-stock.ts';
import { claimImport, deleteOldImports } from './imports/import-record-store.ts';
import { ImportThreads } from './imports/import-threads.ts';
import { runImport } from './imports/run-import.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };
let deps: StockImportDeps;
const NOW = new Date('2026-01-15');

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  admin = await signInAdmin(pool);
  await prepareImport(pool, ['BYD|比亚迪 Seal|海豹', 'Toyota|丰田 Corolla']);
  const threads = new ImportThreads(pool.options.connectionString ?? '');
  afterFile(() => threads.close());
  deps = { pool, clock: { now: () => NOW }, threads };
});
beforeEach(() => pool.query('delete from stock_imports; delete from stock_answers; delete from listings'));

const send = (content: string | Buffer, fields: Record<string, string> = {}) =>
  postForm(
    app,
    '/api/imports',
    [...Object.entries({ seller: SHEET_SELLER, ...fields }), ['file', new File([content as BlobPart], 'cars.csv')]] as [
      string,
      string | File,
    ][],
    { cookie: admin.cookie },
  );
const sent = async (content: string | Buffer, fields: Record<string, string> = {}) => {
  const { status, body } = await send(content, fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id as number;
};
const show = async (id: number, query = '') => (await getJson(app, `/api/imports/${id}${query}`, admin.cookie)).body;
const call = (path: string, body: unknown = {}, method: 'POST' | 'PUT' = 'POST') =>
  postJson(app, `/api/imports/${path}`, body, { cookie: admin.cookie, method });
const work = () =>
  importDueStock(deps, (error) => {
    throw error;
  });
const count = async (table: string) => (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

const HEADER = 'Stock No,Make,Model,Year,Price USD,Mileage (km)';
const cars = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `S${from + at},BYD,Seal,2022,${18_000 + at},${at}`).join('\n');
const sumOf = ({
  rows,
  left_out,
  warnings: _,
  new_makes: __,
  new_models: ___,
  gone: ____,
  ...counts
}: CountsResponse) => ({
  rows,
  sum: [...Object.values(counts), ...Object.values(left_out)].reduce((sum: number, n) => sum + Number(n), 0),
});

test('a sent file is read, and a dry run reports what the import then does', async () => {
  const id = await sent(
    `Stock of November\n${HEADER}\nA1,BYD,Seal,2022,18500,62000\nA2,BYD,Seal,9999,1,1\n\nTotal,,,,18501,\n`,
  );
  expect(await show(id)).toMatchObject({
    state: 'open',
    seller: { name: 'Guangzhou Motors' },
    counts: null,
    progress: { rows: 6, done: 0 },
    reading: {
      kind: 'text',
      encoding: 'utf-8',
      questions: [],
      columns: expect.arrayContaining([{ fact: 'price', headers: ['Price USD'], examples: ['18500', '1', '18501'] }]),
    },
  });
  expect(await call(`${id}/run`, { dry_run: true })).toMatchObject({ status: 200, body: { state: 'waiting' } });
  await work();
  const checked = await show(id);
  expect(checked).toMatchObject({
    state: 'checked',
    counts: { rows: 6, created: 1, rejected: 1, blank: 1, left_out: { above: 1, header: 1, total: 1 } },
    errors: [
      { row: 4, kind: 'rejected', column: 'Year', value: '9999', reason: 'the year is not between 1900 and 2027' },
      { row: 6, kind: 'left out', column: '', value: '', reason: 'a total' },
    ],
  });
  expect(sumOf(checked.counts)).toEqual({ rows: 6, sum: 6 });
  expect(await count('listings')).toBe(0);
  await call(`${id}/run`);
  await work();
  expect(await show(id)).toMatchObject({ state: 'imported', counts: checked.counts, progress: { done: 6 } });
  expect(await count('listings')).toBe(1);
  expect((await pool.query('select content from stock_imports')).rows).toEqual([{ content: null }]);
  expect(await call(`${id}/run`)).toMatchObject({ status: 409 });
  expect(await call(`${id}/mapping`, {}, 'PUT')).toMatchObject({ status: 409 });
});

test('names the cars on offer that a later file does not have', async () => {
  for (const [to, gone] of [
    [3, []],
    [2, [{ stock_number: 'S3', make: 'BYD', model: 'Seal', year: 2022 }]],
  ] as const) {
    const id = await sent(`${HEADER}\n${cars(1, to)}\n`);
    await call(`${id}/run`);
    await work();
    expect((await show(id)).counts.gone).toMatchObject(gone);
  }
});

test('asks once about photos in a daily feed, and names the car that its next file does not have', async () => {
  const header = 'Stock No,Make,Model,Year,Price (USD),Mileage (km),VIN,Photos';
  const photos = 'https://pics.example.test/1a.jpg|https://pics.example.test/1b.jpg';
  const kept = `FD-1,Toyota,Corolla,2019,9900,62000,LFMAP22C9K0000001,${photos}`;
  const monday = await sent(`${header}\n${kept}\nFD-2,BYD,Seal,2022,17200,70000,,https://pics.example.test/2a.jpg\n`);
  expect((await show(monday)).reading).toMatchObject({
    unused: ['Photos'],
    questions: [{ about: 'photos', columns: ['Photos'], choices: ['leave-out'] }],
  });
  expect(await call(`${monday}/run`)).toMatchObject({ status: 409 });
  expect(await call(`${monday}/mapping`, { photos: 'leave-out' }, 'PUT')).toMatchObject({ status: 200 });
  await call(`${monday}/run`);
  await work();
  expect((await show(monday)).counts).toMatchObject({ created: 2, gone: [] });
  const tuesday = await sent(`${header}\n${kept.replace('9900', '9700')}\n`);
  expect((await show(tuesday)).reading.questions).toEqual([]);
  await call(`${tuesday}/run`);
  await work();
  expect((await show(tuesday)).counts).toMatchObject({ updated: 1, gone: [{ stock_number: 'FD-2', make: 'BYD' }] });
});

test('counts the rows of a batch once if its transaction is retried', async () => {
  await pool.query(`create sequence attempts;
    create function fail_once() returns trigger language plpgsql as $$ begin
      if nextval('attempts') = 1 then raise exception 'once' using errcode = '40001'; end if;
      return new;
    end $$;
    create trigger fail_once before insert on stock_import_problems for each row execute function fail_once()`);
  try {
    const id = await sent(`${HEADER}\n${cars(1, 3)}\nA2,BYD,Seal,9999,1,1\n`);
    await call(`${id}/run`);
    await work();
    const { counts, errors } = await show(id);
    expect(counts).toMatchObject({ rows: 5, created: 3, rejected: 1 });
    expect(errors).toHaveLength(1);
  } finally {
    await pool.query(
      'drop trigger fail_once on stock_import_problems; drop function fail_once; drop sequence attempts',
    );
  }
});

test('deletes files after 7 days and reports after 90, except those that wait', async () => {
  const ids = [
    await sent(`${HEADER}\n${cars(1, 2)}\n`),
    await sent(`${HEADER}\n${cars(1, 3)}\n`),
    await sent(`${HEADER}\n${cars(1, 4)}\n`),
  ];
  const age = (id: number, days: number) =>
    pool.query('update stock_imports set created_at = created_at - make_interval(days => $2) where id = $1', [
      id,
      days,
    ]);
  const [week, quarter, waiting] = ids as [number, number, number];
  await call(`${waiting}/run`);
  for (const [id, days] of [
    [week, 8],
    [quarter, 91],
    [waiting, 91],
  ] as const)
    await age(id, days);
  await deleteOldImports(pool);
  const { rows } = await pool.query('select id, content is null as deleted from stock_imports order by id');
  expect(rows).toEqual([
    { id: week, deleted: true },
    { id: waiting, deleted: false },
  ]);
});

test('the same file again changes nothing', async () => {
  for (const counts of [{ created: 20 }, { created: 0, unchanged: 20 }]) {
    const id = await sent(`${HEADER}\n${cars(1, 20)}\n`);
    await call(`${id}/run`);
    await work();
    expect(await show(id)).toMatchObject({ state: 'imported', counts });
  }
});

test('questions stop an import until they are answered, and the answers are kept for the dealer', async () => {
  const file = 'Stock No,Make,Model,Year,Price,Mileage,First registration\nA1,BYD,Seal,2022,18500,62000,03/04/2022\n';
  const id = await sent(file);
  const { reading } = await show(id);
  expect(reading.questions.map(({ about }: { about: string }) => about)).toEqual([
    'currency',
    'mileageUnit',
    'dateOrder',
  ]);
  expect(await call(`${id}/run`)).toMatchObject({ status: 409 });
  const answers = { currency: 'CNY', rate: 0.14, mileageUnit: 'km', dateOrder: 'DMY' };
  expect(await call(`${id}/mapping`, { ...answers, currency: 'Yuan' }, 'PUT')).toMatchObject({ status: 400 });
  expect((await call(`${id}/mapping`, answers, 'PUT')).body).toMatchObject({
    mapping: answers,
    reading: { questions: [] },
  });
  await call(`${id}/run`);
  await work();
  expect((await pool.query('select price_cents, first_registration_month as month from listings')).rows).toEqual([
    { price_cents: 259_000, month: '2022-04' },
  ]);
  const next = await show(await sent(file));
  expect(next.mapping).toEqual({ currency: 'CNY', mileageUnit: 'km', dateOrder: 'DMY' });
  expect(next.reading.questions).toMatchObject([{ about: 'rate' }]);
  await pool.query(`update users set email_key = 'other@test.example' where email = 'pending@test.example'`);
  await pool.query(`update users set status = 'Active' where email = 'pending@test.example'`);
  expect((await show(await sent(file, { seller: 'other@test.example' }))).mapping).toEqual({});
});

describe('an import that is killed', () => {
  /** Ends a run after its first batches by an error in the transaction of the next one. */
  const killedAfter = async (id: number, rows: number) => {
    await pool.query(`create function kill() returns trigger language plpgsql as $$
      begin if new.done_rows > ${rows} then raise exception 'killed'; end if; return new; end $$`);
    await pool.query('create trigger kill before update on stock_imports for each row execute function kill()');
    const claimed = await claimImport(pool);
    await expect(runImport(pool, { id, attempt: claimed?.attempt ?? 0, now: NOW })).rejects.toThrow('killed');
    await pool.query('drop function kill cascade');
  };

  test('goes on with the next row, and loses and doubles nothing', async () => {
    const id = await sent(`${HEADER}\n${cars(1, 2_500)}\nS1,BYD,Seal,2022,1,1\n`);
    await call(`${id}/run`);
    await killedAfter(id, 1_500);
    const stopped = await show(id);
    expect(stopped).toMatchObject({ state: 'running', counts: { created: stopped.progress.done - 1 } });
    expect(await count('listings')).toBe(stopped.progress.done - 1);
    await work();
    expect((await show(id)).state, 'its lease has not ended').toBe('running');
    await pool.query('update stock_imports set leased_until = now()');
    await work();
    expect(await show(id)).toMatchObject({
      state: 'imported',
      progress: { rows: 2_502, done: 2_502 },
      counts: { rows: 2_502, created: 2_500, unchanged: 0, rejected: 1 },
      errors: [{ row: 2_502, reason: 'the stock number is that of row 2' }],
    });
    expect(await count('listings')).toBe(2_500);
  });

  test('writes nothing more after another worker has taken it over', async () => {
    const id = await sent(`${HEADER}\n${cars(1, 5)}\n`);
    await call(`${id}/run`);
    const claimed = await claimImport(pool);
    await pool.query('update stock_imports set leased_until = now()');
    await claimImport(pool);
    expect(await runImport(pool, { id, attempt: claimed?.attempt ?? 0, now: NOW })).toBe('stopped');
    expect(await count('listings')).toBe(0);
  });
});

test('a canceled import writes nothing more, and can be run again', async () => {
  const id = await sent(`${HEADER}\n${cars(1, 5)}\n`);
  expect(await call(`${id}/cancel`)).toMatchObject({ status: 409 });
  await call(`${id}/run`);
  const claimed = await claimImport(pool);
  expect(await call(`${id}/cancel`)).toMatchObject({ status: 200, body: { state: 'canceled' } });
  expect(await runImport(pool, { id, attempt: claimed?.attempt ?? 0, now: NOW })).toBe('stopped');
  expect(await count('listings')).toBe(0);
  await call(`${id}/run`);
  await work();
  expect(await show(id)).toMatchObject({ state: 'imported', counts: { created: 5 } });
});

test('errors come in pages that begin with a row', async () => {
  const rows = Array.from({ length: 700 }, (_, at) => `E${at},BYD,Seal,2022,18500,x,y`).join('\n');
  const id = await sent(`${HEADER},Fuel\n${rows}\n`);
  await call(`${id}/run`, { dry_run: true });
  await work();
  const first = await show(id);
  expect(first).toMatchObject({ counts: { created: 700, warnings: 1_400 }, next_row: 252 });
  const second = await show(id, `?from_row=${first.next_row}`);
  const third = await show(id, `?from_row=${second.next_row}`);
  expect([first, second, third].map(({ errors }) => errors.length)).toEqual([500, 500, 400]);
  expect(third.next_row).toBeNull();
});

test.each([
  ['%PDF-1.7', 'The file is a PDF'],
  ['<html><body>cars</body></html>', 'The file is a web page'],
  ['a,b\n1,"2\n', 'A quotation mark in the file is never closed'],
])('refuses %j with one sentence and stores nothing', async (content, sentence) => {
  const { status, body } = await send(content);
  expect([status, body.message]).toEqual([422, expect.stringContaining(sentence)]);
  expect(await count('stock_imports')).toBe(0);
});

test('refuses an unknown or inactive seller and a form without a file', async () => {
  const file = `${HEADER}\n${cars(1, 1)}\n`;
  expect(await send(file, { seller: 'nobody@test.example' })).toMatchObject({ status: 422 });
  await pool.query(`update users set status = 'Inactive' where email = $1`, [SHEET_SELLER]);
  expect(await send(file)).toMatchObject({ status: 422, body: { message: expect.stringContaining('isn’t active') } });
  await pool.query(`update users set status = 'Active' where email = $1`, [SHEET_SELLER]);
  const { status } = await postForm(app, '/api/imports', [['seller', SHEET_SELLER]], { cookie: admin.cookie });
  expect(status).toBe(400);
});
