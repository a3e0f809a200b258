import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enterBankAccount } from '../../../../../../tests/support/bookkeeping/bank-account.ts';
import type { Entry } from '../../../../../../tests/support/bookkeeping/camt-files.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { payingCalls } from '../../../../../../tests/support/payments/paying.ts';
import { ScriptedGateway } from '../../../../../../tests/support/payments/scripted-gateway.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { statementDifferences } from '../statement-differences.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, new ScriptedGateway());
  admin = await signInAdmin(pool);
  await enterBankAccount(pool);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
});

const arrive = (...entries: Entry[]) => importEntries(app, admin.cookie, entries);
const post = (line: number, call: 'match' | 'unmatch', body: object) =>
  postJson(app, `/api/admin/statements/lines/${line}/${call}`, body, { cookie: admin.cookie });
const match = (line: number, body: object) => post(line, 'match', body);
const unmatch = (line: number, reason = 'A wrong match.') => post(line, 'unmatch', { reason });
const lineOf = async (id: number) => (await getJson(app, `/api/admin/statements/lines/${id}`, admin.cookie)).body.line;
/** Balances of the accounts that the entries of a line move; debits are positive. */
const accounts = async (line: number) => {
  const { rows } = await pool.query(
    `select account, sum(cents) as cents from ledger_lines l join ledger_entries e on e.id = l.entry_id
     where e.source = 'statement line' and e.source_id = $1 group by account having sum(cents) <> 0`,
    [line],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
};
const agrees = async () => expect(await statementDifferences(pool)).toEqual([]);

describe('what is no transfer for an order', () => {
  test('a fee of the bank is our expense, and the match can be undone and made again', async () => {
    const [line = 0] = await arrive({ amount: '12.00', out: true });
    expect(await accounts(line)).toEqual({ bank: -1_200, unidentified_receipts: 1_200 });
    expect((await match(line, { kind: 'fee' })).body).toMatchObject({ state: 'matched', matches: [{ kind: 'fee' }] });
    expect(await accounts(line)).toEqual({ bank: -1_200, bank_fees: 1_200 });
    await agrees();
    expect(await match(line, { kind: 'fee' })).toMatchObject({ status: 409 });
    expect((await unmatch(line)).body).toMatchObject({ state: 'open', matches: [] });
    expect(await accounts(line)).toEqual({ bank: -1_200, unidentified_receipts: 1_200 });
    expect((await unmatch(line)).status).toBe(409);
    expect((await match(line, { kind: 'fee' })).status).toBe(200);
    expect(await accounts(line)).toEqual({ bank: -1_200, bank_fees: 1_200 });
    await agrees();
    const { rows } = await pool.query(
      "select action from audit_log where subject_kind = 'statement line' and subject_id = $1 order by id",
      [line],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'statement line matched',
      'statement line unmatched',
      'statement line matched',
    ]);
  });

  test('a payout of the provider settles cards, with the fee that it kept', async () => {
    const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
    await payingCalls(app).buy(await signIn(pool), car, 10_000);
    const [line = 0] = await arrive({ amount: '1658.65' });
    expect((await match(line, { kind: 'provider_payout', fee_cents: 4_985 })).body).toMatchObject({
      matches: [{ kind: 'provider_payout', fee_cents: 4_985 }],
    });
    expect(await accounts(line)).toEqual({ bank: 165_865, card_fees: 4_985, gateway: -170_850 });
    await unmatch(line);
    expect(await accounts(line)).toEqual({ bank: 165_865, unidentified_receipts: -165_865 });
    await agrees();
  });

  test('two lines that cancel each other are matched and undone together', async () => {
    const [came = 0, other = 0, went = 0] = await arrive(
      { amount: '90.00' },
      { amount: '91.00' },
      { amount: '90.00', out: true, reversal: true },
    );
    const choices = (await getJson(app, `/api/admin/statements/lines/${went}`, admin.cookie)).body;
    expect(choices.returns.map(({ line_id }: { line_id: number }) => line_id)).toEqual([came]);
    expect((await match(went, { kind: 'return', other_line_id: other })).status).toBe(409);
    expect((await match(went, { kind: 'return' })).status).toBe(409);
    expect((await match(went, { kind: 'return', other_line_id: came })).body).toMatchObject({ state: 'matched' });
    expect(await lineOf(came)).toMatchObject({ matches: [{ kind: 'return', other_line_id: went }] });
    await agrees();
    await unmatch(came);
    expect(await lineOf(went)).toMatchObject({ state: 'open' });
    await agrees();
  });

  test('a line is set aside with a reason and stays in unidentified receipts', async () => {
    const [line = 0] = await arrive({ amount: '900.00', name: 'Unknown' });
    expect((await match(line, { kind: 'set_aside' })).status).toBe(409);
    expect((await match(line, { kind: 'set_aside', reason: 'The payer was asked.' })).body).toMatchObject({
      state: 'set_aside',
      matches: [{ reason: 'The payer was asked.', matched_by: expect.any(String) }],
    });
    expect(await accounts(line)).toEqual({ bank: 90_000, unidentified_receipts: -90_000 });
    await agrees();
  });

  test('refuses kinds that do not fit the direction, unknown lines and bad bodies', async () => {
    const [came = 0, went = 0] = await arrive({ amount: '1.00' }, { amount: '1.50', out: true });
    for (const kind of ['refund', 'payout']) expect((await match(came, { kind })).status).toBe(409);
    for (const kind of ['order', 'provider_payout'])
      expect((await match(went, { kind, order_id: 1 })).status).toBe(409);
    expect((await match(99_999_999, { kind: 'fee' })).status).toBe(404);
    expect((await match(came, { kind: 'gift' })).status).toBe(400);
    expect(await match(came, { kind: 'fee' })).toMatchObject({
      status: 409,
      body: { fields: { reason: expect.any(String) } },
    });
    expect((await match(came, { kind: 'provider_payout', fee_cents: -1 })).status).toBe(400);
    expect((await post(came, 'unmatch', {})).status).toBe(400);
    expect(await lineOf(came)).toMatchObject({ state: 'open' });
  });
});

describe('a line matches once', () => {
  test('of simultaneous matches, exactly one wins', async () => {
    const [line = 0] = await arrive({ amount: '3.00', out: true });
    const bodies = [{ kind: 'fee' }, { kind: 'set_aside', reason: 'x' }, { kind: 'fee' }, { kind: 'fee' }];
    const statuses = (await Promise.all(bodies.map((body) => match(line, body)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409, 409]);
    await agrees();
  });

  test('the database refuses a second match that counts, also without a lock', async () => {
    const [line = 0] = await arrive({ amount: '4.00', out: true });
    const insert = () =>
      pool.query("insert into line_matches (line_id, n, kind, matched_by) values ($1, 77, 'fee', $2)", [
        line,
        admin.id,
      ]);
    await insert();
    await expect(insert()).rejects.toThrow('left to match');
    await expect(pool.query('delete from line_matches')).rejects.toThrow();
    await expect(pool.query('update line_matches set n = 5')).rejects.toThrow();
    await pool.query(
      "insert into line_match_undos (match_id, reason, undone_by) select id, 'x', $2 from line_matches where line_id = $1",
      [line, admin.id],
    );
    await insert();
    const { rows } = await pool.query('select n from line_matches where line_id = $1 order by n', [line]);
    expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
  });
});

test('finds lines by state, payer, text, reference and amount, and says how much waits', async () => {
  const [line = 0] = await arrive({
    amount: '4321.09',
    name: 'Zanzibar Motors',
    text: 'hundred % sure',
    reference: 'REF/77',
  });
  const found = async (query: string) =>
    (await getJson(app, `/api/admin/statements/lines?${query}`, admin.cookie)).body.items.map(
      ({ id }: { id: number }) => id,
    );
  for (const search of ['zanzibar', 'hundred %25', 'ref/77', '4321.09', '$4,321.09']) {
    expect(await found(`search=${search}`), search).toEqual([line]);
  }
  expect(await found('search=hundred_%25')).toEqual([]);
  expect(await found('search=Zanzibar&state=matched')).toEqual([]);
  expect(await found('search=Zanzibar&state=open')).toEqual([line]);
  const { figures } = (await getJson(app, '/api/admin/statements/lines', admin.cookie)).body;
  expect(figures.in_cents).toBeGreaterThanOrEqual(432_109);
  expect(figures.oldest_on).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});
