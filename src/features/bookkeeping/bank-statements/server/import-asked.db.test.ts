import { utils, write } from '@e965/xlsx';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { enterBankAccount } from '../../../../../tests/support/bookkeeping/bank-account.ts';
import { ACCOUNT } from '../../../../../tests/support/bookkeeping/camt-files.ts';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postForm, testApp } from '../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let cookie: string;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  ({ cookie } = await signInAdmin(pool));
  await enterBankAccount(pool);
});

const send = (bytes: Buffer | string, fields: Record<string, string> = {}) =>
  postForm(
    app,
    '/api/admin/statements',
    [...Object.entries(fields), ['file', new File([bytes as BlobPart], 'table.csv')]] as [string, string | File][],
    { cookie },
  );
const mapping = (change: object) => ({
  mapping: JSON.stringify({
    name: 'Asked',
    account: ACCOUNT,
    encoding: 'utf-8',
    delimiter: ',',
    decimalSign: '.',
    dateOrder: 'YMD',
    columns: { date: 'Date', amount: 'Amount', text: 'Details' },
    ...change,
  }),
});
const idOf = async (wanted: string) => {
  const { items } = (await getJson(app, '/api/admin/statements/mappings', cookie)).body;
  return String(items.find(({ name }: { name: string }) => name === wanted).id);
};
const lines = async () => (await pool.query('select count(*)::int as lines from statement_lines')).rows[0].lines;

describe('unsigned amounts', () => {
  const table = (day: string, ...amounts: string[]) =>
    ['Date,Details,Amount', ...amounts.map((amount, at) => `${day},${day} line ${at},${amount}`)].join('\n');

  test('are imported only with an answer, which is kept for the next file', async () => {
    expect((await send(table('2021-02-01', '90.00', '35.00'))).body.preview).toMatchObject({ is_unsigned: true });
    const before = await lines();
    expect(await send(table('2021-02-01', '90.00', '35.00'), mapping({ name: 'Unsigned' }))).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Are all rows money received?') },
    });
    expect(await lines()).toBe(before);
    const imported = await send(table('2021-02-01', '90.00'), mapping({ name: 'Unsigned', unsigned: 'out' }));
    expect(imported.body.lines).toMatchObject([{ cents: -9_000 }]);
    const next = await send(table('2021-02-02', '70.00'), { mapping_id: await idOf('Unsigned') });
    expect(next.body.lines).toMatchObject([{ cents: -7_000 }]);
  });

  test('are money in without a question if an earlier file of the mapping had a sign', async () => {
    const signed = await send(table('2021-02-03', '90.00', '-35.00'), mapping({ name: 'Signed' }));
    expect(signed.body).toMatchObject({ outcome: 'imported' });
    const next = await send(table('2021-02-04', '70.00'), { mapping_id: await idOf('Signed') });
    expect(next.body.lines).toMatchObject([{ cents: 7_000 }]);
  });
});

describe('sheets', () => {
  const book = (...sheets: [string, string, number][]) => {
    const all = utils.book_new();
    for (const [name, day, amount] of sheets)
      utils.book_append_sheet(
        all,
        utils.aoa_to_sheet([
          ['Date', 'Details', 'Amount'],
          [day, `${name} ${day}`, amount],
          [day, `fee of ${name} ${day}`, -1],
        ]),
        name,
      );
    return write(all, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
  };

  test('are asked about if several are statements, and the answer is kept with the mapping', async () => {
    const two = book(['Dollars', '2021-03-01', 10], ['Shillings', '2021-03-01', 20]);
    expect((await send(two)).body.preview).toMatchObject({ is_sheet_open: true, sheets: ['Dollars', 'Shillings'] });
    expect((await send(two, { sheet: 'Shillings' })).body.preview).toMatchObject({
      is_sheet_open: false,
      sheet: 'Shillings',
    });
    expect(await send(two, mapping({ name: 'No sheet' }))).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Dollars') },
    });
    const imported = await send(two, mapping({ name: 'Sheet', sheet: 'Shillings' }));
    expect(imported.body.lines.map(({ cents }: { cents: number }) => cents)).toEqual([2_000, -100]);

    const next = book(['Dollars', '2021-03-02', 30], ['Shillings', '2021-03-02', 40]);
    const id = await idOf('Sheet');
    expect((await send(next)).body.preview).toMatchObject({
      is_sheet_open: false,
      sheet: 'Shillings',
      fits: [Number(id)],
    });
    const kept = await send(next, { mapping_id: id });
    expect(kept.body.lines.map(({ cents }: { cents: number }) => cents)).toEqual([4_000, -100]);
  });

  test('of another name are read if only one is a statement, and asked about if several are', async () => {
    const id = await idOf('Sheet');
    const renamed = await send(book(['Shillings 4', '2021-03-03', 50]), { mapping_id: id });
    expect(renamed.body.lines).toMatchObject([{ cents: 5_000 }, { cents: -100 }]);
    const several = book(['Pounds', '2021-03-04', 60], ['Euros', '2021-03-04', 70]);
    expect(await send(several, { mapping_id: id })).toMatchObject({ status: 422 });
  });
});

test('knows three lines of a table that a spreadsheet saved again with a fourth, with the mapping of the first file', async () => {
  const columns = { date: 'Date', text: 'Details', amount: 'Amount', balance: 'Balance' };
  const original = [
    'Date,Details,Amount,Balance',
    '05/09/2020,INWARD TT CQ-000951 LAKEVIEW,1500.00,2500.00',
    '06/09/2020,TT CHARGE,-35.00,2465.00',
    '07/09/2020,INWARD TT CQ-000952 HILLTOP,800.50,3265.50',
  ];
  const savedAgain = original.map((line) => line.replaceAll(/(\.\d)0(?=,|$)/g, '$1').replaceAll('.0', ''));
  const fourth = '08/09/2020,TT CHARGE,-35,3230.5';
  const first = await send(original.join('\n'), mapping({ name: 'Saved again', dateOrder: 'DMY', columns }));
  expect(first.body.statements).toMatchObject([{ new_lines: 3, known_lines: 0 }]);
  const before = await lines();
  const second = await send([...savedAgain, fourth].join('\n'), { mapping_id: await idOf('Saved again') });
  expect(savedAgain[1]).toBe('05/09/2020,INWARD TT CQ-000951 LAKEVIEW,1500,2500');
  expect(second.body).toMatchObject({ outcome: 'imported', statements: [{ new_lines: 1, known_lines: 3 }] });
  expect(await lines()).toBe(before + 1);
});
