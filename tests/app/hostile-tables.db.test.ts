import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { readStock } from '#features/catalog/stock-import/server/stock-source.ts';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { listedCars } from '#features/shipping/shipments/admin/server/sailing-list.ts';
import { AppError } from '#lib/app-error.ts';
import { ConfigError } from '#lib/config-error.ts';
import { enterBankAccount } from '../support/bookkeeping/bank-account.ts';
import { ACCOUNT } from '../support/bookkeeping/camt-files.ts';
import { signInAdmin } from '../support/data/accounts.ts';
import { hostileFiles } from '../support/data/hostile-files.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { postForm, postJson, testApp } from '../support/server/test-app.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let cookie: string;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  await loadSeed(pool);
  app = await testApp(pool);
  ({ cookie } = await signInAdmin(pool, { role: 'administrator' }));
  await enterBankAccount(pool);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
});

const files = [...hostileFiles()];
const count = async (table: string) => (await pool.query(`select count(*)::int as rows from ${table}`)).rows[0].rows;
const mapping = JSON.stringify({
  name: 'Hostile',
  account: ACCOUNT,
  encoding: 'utf-8',
  delimiter: ',',
  decimalSign: '.',
  dateOrder: 'DMY',
  unsigned: 'minus',
  columns: { date: 'Date', text: 'Text', amount: 'Amount' },
});
/** One sentence or a few, without a stack or the name of a file of ours. */
const isSentence = (text: unknown) =>
  typeof text === 'string' && /^[A-Z]/.test(text) && !/\n\s+at |\.ts\b|undefined|\[object/.test(text);

type Answer = { status: number; body: { message?: string; fields?: Record<string, unknown> } };
/** What a call does wrong with a file: a failure, a refusal without a sentence, or rows that a refused file left. */
async function wrongs(table: string, call: (bytes: Buffer) => Promise<Answer>): Promise<string[]> {
  const found: string[] = [];
  let before = await count(table);
  for (const [name, bytes] of files) {
    await pool.query('delete from request_counts');
    const { status, body } = await call(bytes);
    const after = await count(table);
    if (status !== 200 && (status < 400 || status >= 500)) found.push(`${name}: ${status}`);
    if (status !== 200 && !isSentence(body.message)) found.push(`${name}: ${JSON.stringify(body)}`);
    if (status !== 200 && after !== before) found.push(`${name}: half imported`);
    before = after;
  }
  return found;
}

/** What a reader throws other than a sentence for the person who sent the file. */
function failures(read: (bytes: Buffer) => unknown): string[] {
  return files.flatMap(([name, bytes]) => {
    try {
      read(bytes);
      return [];
    } catch (error) {
      const isNamed = error instanceof AppError || (error instanceof ConfigError && isSentence(error.message));
      return isNamed ? [] : [`${name}: ${String(error)}`];
    }
  });
}

const form = (bytes: Buffer, fields: Record<string, string>) =>
  postForm(
    app,
    '/api/admin/statements',
    [...Object.entries(fields), ['file', new File([bytes as BlobPart], 'table.xlsx')]] as [string, string | File][],
    { cookie },
  ) as Promise<Answer>;
const text = (bytes: Buffer) => bytes.toString('latin1').slice(0, 60_000);

test('statements: each hostile file ends in one sentence, and nothing is half imported', async () => {
  expect(await wrongs('statement_lines', (bytes) => form(bytes, { mapping, leave_out: 'true' }))).toEqual([]);
  expect(await wrongs('statement_lines', (bytes) => form(bytes, {}))).toEqual([]);
}, 240_000);

test('import rules: each hostile file ends in one sentence, and nothing is half imported', async () => {
  const call = (bytes: Buffer) =>
    postJson(app, '/api/admin/import-rules/csv', { list: 'rates', csv: text(bytes) }, { cookie }) as Promise<Answer>;
  expect(await wrongs('import_rule_drafts', call)).toEqual([]);
}, 120_000);

test('watch lists: each hostile file ends in one sentence, and nothing is half imported', async () => {
  const call = (bytes: Buffer) =>
    postJson(app, '/api/admin/watch-lists/csv', { csv: text(bytes) }, { cookie }) as Promise<Answer>;
  expect(await wrongs('watch_entries', call)).toEqual([]);
}, 120_000);

test('stock and sailings: each hostile file ends in one sentence', () => {
  expect(failures((bytes) => readStock(bytes, {}))).toEqual([]);
  expect(failures((bytes) => listedCars({ csv: text(bytes) }))).toEqual([]);
}, 240_000);

test('are more than 200', () => {
  expect(files.length).toBeGreaterThan(200);
});
