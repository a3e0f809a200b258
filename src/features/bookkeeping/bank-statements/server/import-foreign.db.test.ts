import { beforeAll, describe, expect, test } from 'vitest';
import { enterBankAccount } from '../../../../../tests/support/bookkeeping/bank-account.ts';
import { ACCOUNT, camtDocument, camtFile, camtStatement } from '../../../../../tests/support/bookkeeping/camt-files.ts';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { statementDifferences } from './statement-differences.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const admin = await signInAdmin(pool);

const add = (account: string, currency: string, by = admin) =>
  postJson(app, '/api/admin/foreign-accounts', { account, currency }, { cookie: by.cookie });

beforeAll(async () => {
  await enterBankAccount(pool);
  for (const currency of ['EUR', 'KES', 'JPY', 'KWD']) await add(ACCOUNT, currency);
});

const send = (bytes: Buffer | string, fields: Record<string, string> = {}) =>
  postForm(
    app,
    '/api/admin/statements',
    [...Object.entries(fields), ['file', new File([bytes as BlobPart], 'statement')]] as [string, string | File][],
    { cookie: admin.cookie },
  );
const linesOf = async (search: string) =>
  (await getJson(app, `/api/admin/statements/lines?search=${encodeURIComponent(search)}`, admin.cookie)).body.items;
const entries = async () => (await pool.query('select count(*) as n from ledger_entries')).rows[0].n as number;

describe('accounts in other currencies', () => {
  test('are added once, with a currency that exists, and are listed', async () => {
    expect((await add('GB33 BUKB 2020 1555 5555 55', 'gbp')).body).toMatchObject({ flag: '1' });
    expect((await add('GB33BUKB20201555555555', 'GBP')).body).toMatchObject({ flag: '0' });
    for (const currency of ['USD', 'EUX', 'EU', '']) expect((await add(ACCOUNT, currency)).status, currency).toBe(400);
    expect((await add('GB34BUKB20201555555555', 'GBP')).status).toBe(400);
    expect((await add(ACCOUNT, 'CHF', await signInAdmin(pool, { role: 'support' }))).status).toBe(403);
    const { body } = await getJson(app, '/api/admin/bank-accounts', admin.cookie);
    expect(body.foreign).toContainEqual(
      expect.objectContaining({ account: 'GB33BUKB20201555555555', currency: 'GBP' }),
    );
    expect(body.versions).toHaveLength(1);
    await expect(pool.query("update foreign_accounts set currency = 'CHF'")).rejects.toThrow();
  });
});

describe('camt.053', () => {
  test.each([
    ['EUR', '100.00', '49.50', '149.50', 4_950, 14_950],
    ['KES', '0.00', '129000.00', '129000.00', 12_900_000, 12_900_000],
    ['JPY', '1000', '15000', '16000', 15_000, 16_000],
    ['KWD', '1.000', '10.250', '11.250', 10_250, 11_250],
  ])('keeps lines and balances in %s, and posts nothing', async (...row) => {
    const [currency, opening, amount, closing, cents, closingCents] = row;
    const reference = `camt-${currency}`;
    const before = await entries();
    const bytes = camtFile({ number: reference, currency, opening, closing, entries: [{ amount, reference }] });
    expect((await send(bytes)).body).toMatchObject({
      outcome: 'imported',
      statements: [{ currency, closing_cents: closingCents, new_lines: 1 }],
      lines: [{ cents, currency }],
    });
    expect(await linesOf(reference)).toMatchObject([{ currency, cents, left_cents: cents, state: 'open' }]);
    expect(await entries()).toBe(before);
    const { items } = (await getJson(app, '/api/admin/statements', admin.cookie)).body;
    expect(items[0]).toMatchObject({ currency, closing_cents: closingCents });
    expect(await statementDifferences(pool)).toEqual([]);
  });

  test('keeps currencies of one account apart: lines, numbers and chains of statements', async () => {
    const day = (at: number) => `2025-03-0${at}`;
    const entry = { amount: '5.00', reference: 'same reference' };
    const both = (number: string, on: string, opening: string, closing: string) =>
      ['USD', 'EUR'].map((currency) =>
        camtStatement('08', { number, day: on, currency, opening, closing, entries: [entry] }),
      );
    const first = await send(camtDocument('08', both('1', day(1), '10.00', '15.00').join('')));
    expect(first.body.statements.map((each: { new_lines: number }) => each.new_lines)).toEqual([1, 1]);
    expect((await send(`${camtDocument('08', both('1', day(1), '10.00', '15.00').join(''))}\n`)).body).toMatchObject({
      statements: [{ new_lines: 0 }, { new_lines: 0 }],
    });
    const [dollars = '', euros = ''] = both('2', day(2), '15.00', '20.00');
    expect((await send(camtDocument('08', dollars))).body.statements).toMatchObject([{ missing_before: false }]);
    const [, later = ''] = both('3', day(3), '20.00', '25.00');
    expect((await send(camtDocument('08', later))).body.statements).toMatchObject([{ missing_before: true }]);
    expect((await send(camtDocument('08', euros))).body.statements).toMatchObject([{ missing_before: false }]);
    expect(await linesOf('same reference')).toHaveLength(5);
    expect(await statementDifferences(pool)).toEqual([]);
  });

  test.each([
    ['a currency that the account does not have', { currency: 'GBP' }, 'entered in USD, EUR'],
    ['an account that is not ours', { account: 'FR7630006000011234567890189', currency: 'EUR' }, 'not one of our bank'],
    [
      'entries in another currency',
      { currency: 'EUR', entries: [{ amount: '5', currency: 'USD' }] },
      'not that of the',
    ],
    ['more decimals than yen have', { currency: 'JPY', entries: [{ amount: '5.5' }] }, 'decimals of the currency'],
    ['balances that do not add up', { currency: 'KWD', opening: '1.000', closing: '1.001' }, 'do not add up'],
  ])('refuses %s', async (_what, change, words) => {
    const answer = await send(camtFile({ number: 'forged', entries: [{ amount: '5' }], ...change }));
    expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining(words) } });
  });

  test('refuses balances in another currency, which would leave the sum unchecked', async () => {
    const bytes = camtFile({
      number: 'mixed',
      currency: 'EUR',
      opening: '1.00',
      closing: '6.00',
      entries: [{ amount: '5' }],
    });
    const mixed = bytes.toString().replaceAll(/(<\/Tp>\s*<Amt Ccy=")EUR/g, '$1USD');
    expect(mixed).not.toBe(bytes.toString());
    expect(await send(mixed)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('balance of this statement is in another currency') },
    });
  });
});

describe('text tables', () => {
  const mapping = (change: object) => ({
    name: 'Bank',
    account: ACCOUNT,
    encoding: 'utf-8',
    delimiter: ';',
    decimalSign: '.',
    dateOrder: 'YMD',
    unsigned: 'minus',
    columns: { date: 'Day', amount: 'Amount', text: 'Text', balance: 'Balance' },
    ...change,
  });
  const table = (...rows: string[]) => ['Day;Amount;Text;Balance;Currency', ...rows].join('\n');

  test.each([
    ['EUR', '1,250.50', 125_050],
    ['KES', 'KES 129,000.00', 12_900_000],
    ['JPY', '15,000', 15_000],
    ['KWD', '10.250', 10_250],
  ])('are read in %s', async (currency, amount, cents) => {
    const text = `table-${currency}`;
    const bytes = table(`2025-05-01;${amount};${text};${amount};${currency}`);
    const answer = await send(bytes, { mapping: JSON.stringify(mapping({ currency, name: text })) });
    expect(answer.body).toMatchObject({
      outcome: 'imported',
      statements: [{ currency, opening_cents: 0, closing_cents: cents }],
      lines: [{ currency, cents }],
    });
    expect(await linesOf(text)).toMatchObject([{ currency, cents }]);
    const saved = (await getJson(app, '/api/admin/statements/mappings', admin.cookie)).body;
    expect(saved.items).toContainEqual(expect.objectContaining({ name: text, currency }));
    expect(saved.foreign_accounts).toContainEqual({ account: ACCOUNT, currency });
    expect(await statementDifferences(pool)).toEqual([]);
  });

  test('are in dollars if their mapping says nothing, and refuse rows in another currency', async () => {
    const row = table('2025-06-01;10.00;plain;10.00;EUR');
    expect((await send(row, { mapping: JSON.stringify(mapping({})) })).status).toBe(422);
    const answer = await send(table('2025-06-01;10.00;plain;10.00;USD'), { mapping: JSON.stringify(mapping({})) });
    expect(answer.body.statements).toMatchObject([{ currency: 'USD' }]);
    expect((await send(row, { mapping: JSON.stringify(mapping({ currency: 'EUX' })) })).status).toBe(400);
    expect((await send(row, { mapping: JSON.stringify(mapping({ currency: 'NOK' })) })).status).toBe(422);
  });
});
