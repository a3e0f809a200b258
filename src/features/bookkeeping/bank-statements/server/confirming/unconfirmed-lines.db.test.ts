import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { enterBankAccount } from '../../../../../../tests/support/bookkeeping/bank-account.ts';
import { ACCOUNT, type Entry } from '../../../../../../tests/support/bookkeeping/camt-files.ts';
import { publishRate } from '../../../../../../tests/support/bookkeeping/exchange-rates.ts';
import { importUnconfirmed } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { addPayoutAccount } from '../../../../../../tests/support/payments/payout-account.ts';
import { holdForTransfer } from '../../../../../../tests/support/payments/transfers.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { statementDifferences } from '../statement-differences.ts';

type Staff = { id: number; cookie: string };
const [DEPOSIT, TOTAL] = [277_500, 1_110_000];
const LIMIT = 1_000_000;
const DAY = '2026-11-20';
const UNCONFIRMED = { status: 409, body: { message: expect.stringContaining('has to confirm this statement first') } };
const { pool } = await testDatabase();
const app = await testApp(pool);
await enterBankAccount(pool);
// Raised, because the limit of payouts is tested elsewhere.
await pool.query('alter table order_terms disable trigger user; update order_terms set payout_limit_cents = 100000000');
/** Who imports, and a colleague who may confirm. New ones for each test, because limits count a day. */
let importer: Staff;
let second: Staff;

beforeEach(async () => {
  await pool.query('delete from request_counts');
  await pool.query('update order_terms set cash_limit_cents = $1', [LIMIT]);
  [importer, second] = [await signInAdmin(pool, { role: 'finance' }), await signInAdmin(pool, { role: 'finance' })];
});

const arrive = (entries: Entry[], by = importer, currency = 'USD') =>
  importUnconfirmed(app, by.cookie, entries, ACCOUNT, DAY, currency);
const incoming = (...cents: number[]) => arrive(cents.map((each) => ({ amount: (each / 100).toFixed(2) })));
const match = (line: number, body: object, by = importer) =>
  postJson(app, `/api/admin/statements/lines/${line}/match`, body, { cookie: by.cookie });
/** Matches a line as cash brought to the bank. */
const asCash = (line: number, body: object = {}, by = importer) => match(line, { kind: 'cash', ...body }, by);
const choices = async (line: number, by = importer) =>
  (await getJson(app, `/api/admin/statements/lines/${line}`, by.cookie)).body;
const statementOf = async (line: number): Promise<number> =>
  (await pool.query('select statement_id as id from statement_lines where id = $1', [line])).rows[0].id;
const confirm = async (line: number, by = second) =>
  postJson(app, `/api/admin/statements/${await statementOf(line)}/confirm`, {}, { cookie: by.cookie });
const listed = async (by: Staff) =>
  (await getJson(app, '/api/admin/statements?state=to_confirm', by.cookie)).body.items as { id: number }[];

/** An order that waits for its deposit. */
async function heldOrder() {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  const buyer = await signIn(pool);
  await pool.query("update users set name = 'Amina Otieno' where id = $1", [buyer.id]);
  const { orderId } = await holdForTransfer(pool, buyer.id, car);
  const read = async () => (await getJson(app, `/api/orders/${orderId}`, buyer.cookie)).body;
  return { id: orderId, buyer, read };
}

test('one person cannot pay an order by a statement that only they have seen', async () => {
  const order = await heldOrder();
  const [line = 0] = await arrive([{ amount: '11100.00', text: (await order.read()).reference, name: 'Amina Otieno' }]);
  for (const by of [importer, second]) expect(await match(line, { order_id: order.id }, by)).toMatchObject(UNCONFIRMED);
  const insert = pool.query(
    "insert into line_matches (line_id, n, kind, cents, reason, matched_by) values ($1, 0, 'capital', $2, 'x', $3)",
    [line, TOTAL, second.id],
  );
  await expect(insert).rejects.toThrow('has to confirm the statement');
  expect(await order.read()).toMatchObject({ life: 'held', money: { received_cents: 0 } });

  const { line: shown, statement } = await choices(line);
  expect(shown).toMatchObject({ to_confirm: true, suggestions: [{ order_id: order.id }] });
  expect(statement).toMatchObject({
    account: ACCOUNT,
    from_on: DAY,
    to_on: DAY,
    lines: 1,
    in_cents: TOTAL,
    out_cents: 0,
    largest_lines: [{ booked_on: DAY, cents: TOTAL, counterparty: 'Amina Otieno' }],
    limit_cents: LIMIT,
    confirmed_at: null,
    problem: expect.stringContaining('You imported this statement'),
  });
  expect(await confirm(line, importer)).toMatchObject({ status: 409, body: { message: statement.problem } });
  expect((await choices(line, second)).statement).toMatchObject({ problem: null });
  expect(await listed(second)).toContainEqual(expect.objectContaining({ id: statement.id, to_confirm: true }));

  expect(await confirm(line)).toMatchObject({ status: 200, body: { confirmed_by: 'Office', to_confirm: false } });
  expect((await choices(line)).statement).toBeNull();
  expect(await listed(second)).not.toContainEqual(expect.objectContaining({ id: statement.id }));
  expect((await match(line, { order_id: order.id })).status).toBe(200);
  expect(await order.read()).toMatchObject({ life: 'active', money: { received_cents: TOTAL } });
  const { rows } = await pool.query(
    "select actor_id, subject_id, details from audit_log where action = 'statement confirmed'",
  );
  expect(rows).toMatchObject([{ actor_id: second.id, details: { account: ACCOUNT, lines: 1, inCents: TOTAL } }]);
  expect(await statementDifferences(pool)).toEqual([]);
});

describe('the limit of a day', () => {
  test('counts all statements of the importer, in parts and including undone matches, for every person who matches them', async () => {
    const [first = 0] = await incoming(600_000);
    const [next = 0] = await incoming(500_000);
    expect((await asCash(first, {}, second)).status).toBe(200);
    expect((await choices(next)).line.to_confirm).toBe(true);
    expect(await asCash(next)).toMatchObject(UNCONFIRMED);
    expect((await asCash(next, { cents: 400_000, left_cents: 500_000 })).status).toBe(200);
    expect(await asCash(next, { cents: 1, left_cents: 100_000 })).toMatchObject(UNCONFIRMED);
    const undo = { reason: 'Another line was meant.' };
    await postJson(app, `/api/admin/statements/lines/${first}/unmatch`, undo, { cookie: importer.cookie });
    expect(await asCash(first)).toMatchObject(UNCONFIRMED);

    expect((await confirm(first)).status).toBe(200);
    expect((await asCash(first)).status).toBe(200);
    expect((await asCash(next)).status, 'the other statement no longer shares the limit').toBe(200);
  });

  test('is shared with what the importer takes in person, and begins again after a day', async () => {
    importer = await signInAdmin(pool, { role: 'administrator' });
    const order = await heldOrder();
    const [line = 0, other = 0] = await incoming(DEPOSIT, LIMIT - DEPOSIT);
    expect((await match(line, { order_id: order.id, reason: 'A friend.' })).status).toBe(200);
    const take = (cents: number) => {
      const receipt = { key: randomUUID(), method: 'cash', amount_cents: cents, note: 'At the desk.' };
      return postJson(app, `/api/admin/orders/${order.id}/cash-receipts`, receipt, { cookie: importer.cookie });
    };
    expect((await asCash(other)).status).toBe(200);
    await take(1);
    expect((await order.read()).money, 'it waits for a second person').toMatchObject({ received_cents: DEPOSIT });
    await pool.query(
      "alter table line_matches disable trigger user; update line_matches set matched_at = now() - interval '1 day'; alter table line_matches enable trigger user",
    );
    await take(2);
    expect((await order.read()).money).toMatchObject({ received_cents: DEPOSIT + 2 });
  });

  test('is each person’s own: of the statements of two people, both are matched up to it', async () => {
    const [mine = 0] = await incoming(LIMIT);
    const [theirs = 0] = await arrive([{ amount: '10000.00' }], second);
    expect((await asCash(mine)).status).toBe(200);
    expect((await asCash(theirs)).status).toBe(200);
  });

  test('of simultaneous matches of colleagues that exceed it, one is refused', async () => {
    const lines = await incoming(600_000, 600_000);
    const colleague = await signInAdmin(pool, { role: 'finance' });
    const answers = await Promise.all([asCash(lines[0]!, {}, second), asCash(lines[1]!, {}, colleague)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('does not matter once the statement is confirmed, also while a colleague matches it', async () => {
    const lines = await incoming(900_000, 900_000, 900_000);
    const [confirmed, ...matched] = await Promise.all([confirm(lines[0]!), ...lines.map((line) => asCash(line))]);
    expect(confirmed.status).toBe(200);
    for (const { status } of matched) expect([200, 409]).toContain(status);
    for (const line of lines)
      if ((await choices(line)).line.state === 'open') expect((await asCash(line)).status).toBe(200);
    expect(await statementDifferences(pool)).toEqual([]);
  });
});

describe('with a limit of nothing', () => {
  beforeEach(() => pool.query('update order_terms set cash_limit_cents = 0'));

  test.each([
    ['a fee', { kind: 'fee' }],
    ['tax', { kind: 'tax', reason: 'x' }],
    ['costs', { kind: 'expense', reason: 'x' }],
    ['commission taken out', { kind: 'drawing', reason: 'x' }],
    ['cash fetched from the bank', { kind: 'cash' }],
  ])('%s waits, as does all money that went out', async (_what, body) => {
    const [line = 0] = await arrive([{ amount: '0.01', out: true }]);
    expect(await match(line, body)).toMatchObject(UNCONFIRMED);
  });

  test('a payout and a refund are not booked by a line that one person made up', async () => {
    const seller = await signIn(pool);
    const account = await addPayoutAccount(pool, seller.id);
    const { rows } = await pool.query(
      `insert into payouts (seller_id, account_id, cents, state, needs_second_person, created_by, sent_at)
       select user_id, id, 608000, 'approved', false, $2, null from payout_accounts where user_id = $1 returning id`,
      [seller.id, second.id],
    );
    expect(account).not.toBeNull();
    await pool.query("update payouts set state = 'sent', sent_at = now() where id = $1", [rows[0].id]);
    const [line = 0] = await arrive([{ amount: '6080.00', out: true }]);
    expect(await match(line, { kind: 'payout', payout_id: rows[0].id })).toMatchObject(UNCONFIRMED);
    expect((await pool.query('select state from payouts where id = $1', [rows[0].id])).rows).toEqual([
      { state: 'sent' },
    ]);
    await confirm(line);
    expect((await match(line, { kind: 'payout', payout_id: rows[0].id })).status).toBe(200);

    const order = await heldOrder();
    const [deposit = 0, refund = 0] = await arrive(
      [
        { amount: '1000.00', name: 'Amina Otieno' },
        { amount: '1000.00', out: true },
      ],
      second,
    );
    await confirm(deposit, importer);
    await match(deposit, { order_id: order.id });
    await addPayoutAccount(pool, order.buyer.id);
    await postJson(app, `/api/orders/${order.id}/cancel-hold`, {}, { cookie: order.buyer.cookie });
    const [forged = 0] = await arrive([{ amount: '1000.00', out: true }]);
    const { refunds } = await choices(forged);
    const body = { kind: 'refund', payment_id: refunds[0].payment_id };
    expect(await match(forged, body)).toMatchObject(UNCONFIRMED);
    expect((await match(refund, body)).status).toBe(200);
  });

  test('matches lines that cancel each other, and sets lines aside, without confirmation', async () => {
    const [one = 0, other = 0, aside = 0] = await arrive([
      { amount: '5.00', out: true },
      { amount: '5.00' },
      { amount: '70000.00' },
    ]);
    expect((await match(one, { kind: 'return', other_line_id: other })).status).toBe(200);
    expect((await match(aside, { kind: 'set_aside', reason: 'Whose is it?' })).status).toBe(200);
  });

  test('a conversion waits for the statements of both accounts, and other currencies count by their value', async () => {
    await publishRate(pool, 'EUR', 0.5, DAY);
    await pool.query("insert into foreign_accounts (account, currency, added_by) values ($1, 'EUR', $2)", [
      ACCOUNT,
      second.id,
    ]);
    const [euros = 0] = await arrive([{ amount: '100.00', out: true }], importer, 'EUR');
    const [dollars = 0] = await arrive([{ amount: '200.00' }], second);
    const convert = () => match(dollars, { kind: 'conversion', other_line_id: euros });
    expect(await convert()).toMatchObject(UNCONFIRMED);
    await confirm(euros);
    expect(await convert()).toMatchObject(UNCONFIRMED);
    await confirm(dollars, importer);
    expect((await convert()).status).toBe(200);

    await pool.query('update order_terms set cash_limit_cents = 20000');
    const [more = 0, less = 0] = await arrive([{ amount: '100.01' }, { amount: '100.00' }], importer, 'EUR');
    expect((await choices(more)).line.to_confirm).toBe(true);
    expect((await choices(less)).line.to_confirm).toBe(false);
    expect(await match(more, { kind: 'interest', usd_cents: 20_002 })).toMatchObject(UNCONFIRMED);
    expect((await match(less, { kind: 'interest', usd_cents: 20_000 })).status).toBe(200);
    expect(await statementDifferences(pool)).toEqual([]);
  });

  test('nothing is proposed to a second person before the statement is confirmed', async () => {
    await pool.query('update order_terms set payout_limit_cents = 0');
    const [line = 0] = await arrive([{ amount: '30.00', out: true }]);
    const rent = { kind: 'expense', reason: 'Rent of the yard.' };
    expect(await match(line, rent)).toMatchObject(UNCONFIRMED);
    const { rowCount } = await pool.query("select from approvals where kind = 'line match'");
    expect(rowCount).toBe(0);
    await confirm(line);
    expect((await match(line, rent)).body).toMatchObject({ waits: true });
    await pool.query('update order_terms set payout_limit_cents = 100000000');
  });
});

test('colleagues who match each other’s lines do not wait for each other in turn', async () => {
  const out = (by: Staff) =>
    arrive(
      Array.from({ length: 6 }, () => ({ amount: '10.00', out: true })),
      by,
    );
  const [mine, theirs] = [await out(importer), await out(second)];
  await pool.query('delete from request_counts');
  const expense = (line: number, by: Staff) => match(line, { kind: 'expense', reason: 'Rent.' }, by);
  const deadlocks = async () =>
    (await pool.query('select deadlocks::int as n from pg_stat_database where datname = current_database()')).rows[0].n;
  const before = await deadlocks();
  const all = await Promise.all([
    ...mine.map((line) => expense(line, second)),
    ...theirs.map((line) => expense(line, importer)),
  ]);
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
  // PostgreSQL publishes its counters once a second.
  await setTimeout(1_500);
  expect(await deadlocks()).toBe(before);
});

test('a seller is paid out of money that nobody confirmed, or that somebody else sent, only by two people', async () => {
  const order = await heldOrder();
  const isCounted = async () =>
    (await pool.query('select has_counted_money($1) as is', [order.id])).rows[0].is as boolean;
  const [line = 0, other = 0] = await arrive([
    { amount: '2775.00', name: 'Amina Otieno' },
    { amount: '1000.00', name: 'Joyce Wanjiru' },
  ]);
  expect((await match(line, { order_id: order.id })).status).toBe(200);
  expect(await isCounted()).toBe(true);
  await confirm(line);
  expect(await isCounted()).toBe(false);
  expect((await match(other, { order_id: order.id, reason: 'A friend paid.' })).status).toBe(200);
  expect(await isCounted()).toBe(true);
});

test('money of one order that nobody confirmed stays below the limit for good, not only within a day', async () => {
  const order = await heldOrder();
  const administrator = await signInAdmin(pool);
  const receipt = (amount_cents: number) =>
    postJson(
      app,
      `/api/admin/orders/${order.id}/cash-receipts`,
      { key: randomUUID(), method: 'cash', amount_cents, note: 'At the desk.' },
      { cookie: administrator.cookie },
    );
  const [line = 0] = await arrive([{ amount: '11100.00', name: 'Amina Otieno' }]);
  const part = (cents: number, left_cents: number) => match(line, { order_id: order.id, cents, left_cents });
  expect((await part(600_000, TOTAL)).status).toBe(200);
  await pool.query(`alter table line_matches disable trigger user`);
  await pool.query(`update line_matches set matched_at = matched_at - interval '25 hours'`);
  await pool.query(`alter table line_matches enable trigger user`);
  expect(await part(400_001, TOTAL - 600_000)).toMatchObject(UNCONFIRMED);
  expect((await part(300_000, TOTAL - 600_000)).status).toBe(200);
  expect((await receipt(100_001)).body.message).toContain('Another administrator');
  await confirm(line);
  expect((await part(210_000, TOTAL - 900_000)).status).toBe(200);
});
