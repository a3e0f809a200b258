import { beforeEach, expect, test } from 'vitest';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { enterBankAccount } from '../../../../../../tests/support/bookkeeping/bank-account.ts';
import type { Entry } from '../../../../../../tests/support/bookkeeping/camt-files.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { approveNewest } from '../../../../../../tests/support/data/approvals.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { addPayoutAccount } from '../../../../../../tests/support/payments/payout-account.ts';
import { holdForTransfer } from '../../../../../../tests/support/payments/transfers.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { statementDifferences } from '../statement-differences.ts';

const OTHER = 'GB33BUKB20201555555555';
const { pool } = await testDatabase();
const app = await testApp(pool);
const finance = await signInAdmin(pool, { role: 'finance' });
await enterBankAccount(pool);
let orderId: number;
let payment: number;

const path = (line: number) => `/api/admin/statements/lines/${line}`;
const arrive = async (entry: Entry) => (await importEntries(app, finance.cookie, [entry]))[0]!;
const choices = async (line: number) => (await getJson(app, path(line), finance.cookie)).body;
const match = (line: number, kind: string, body: object = {}) =>
  postJson(app, `${path(line)}/match`, { kind, payment_id: payment, ...body }, { cookie: finance.cookie });
const recordReturned = async (id: number) => {
  const body = { refund_id: id, reason: 'Account closed' };
  return postJson(app, `/api/admin/payments/${payment}/refund-returned`, body, { cookie: finance.cookie });
};
const refunds = async () =>
  (await pool.query('select id, done_at, failure from refunds where payment_id = $1 order by id', [payment])).rows;
const standing = async (account: string) =>
  (await pool.query('select coalesce(sum(cents), 0) as cents from ledger_lines where account = $1', [account])).rows[0]
    .cents;
const agrees = async () =>
  expect([await statementDifferences(pool), await orderDifferences(pool), await bookFaults(pool)]).toEqual([
    [],
    [],
    [],
  ]);

/** A part of a deposit arrives, then the buyer cancels the hold: its refund waits for a buyer with a bank account. */
beforeEach(async () => {
  await pool.query('delete from request_counts');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 4_500_000 }]);
  const buyer = await signIn(pool);
  await pool.query("update users set name = 'Amina Otieno' where id = $1", [buyer.id]);
  ({ orderId } = await holdForTransfer(pool, buyer.id, car));
  const line = await arrive({ amount: '1000.00', name: 'Amina Otieno' });
  expect((await match(line, 'order', { order_id: orderId, payment_id: undefined })).status).toBe(200);
  await postJson(app, `/api/orders/${orderId}/cancel-hold`, {}, { cookie: buyer.cookie });
  const { rows } = await pool.query('select id from payments where order_id = $1 order by id desc limit 1', [orderId]);
  payment = rows[0].id;
  await addPayoutAccount(pool, buyer.id, { holder: 'Amina Otieno' });
});

test('a line that names another account than the one of the refund needs a reason and a second person', async () => {
  const line = await arrive({ amount: '1000.00', out: true, name: 'Amina Otieno', account: OTHER });
  expect((await choices(line)).refunds).toContainEqual(
    expect.objectContaining({
      payment_id: payment,
      payee: { name: 'Amina Otieno', account: 'DE89370400440532013000' },
      payee_differs: true,
    }),
  );
  expect(await match(line, 'refund')).toMatchObject({ status: 409, body: { fields: { reason: expect.any(String) } } });
  expect(await refunds()).toMatchObject([{ done_at: null }]);
  const reason = 'The bank names its clearing account.';
  expect((await match(line, 'refund', { reason })).body).toMatchObject({ state: 'open', waits: true });
  expect(await refunds()).toMatchObject([{ done_at: null }]);
  expect((await approveNewest(app, await signInAdmin(pool))).body.flag).toBe('1');
  expect((await choices(line)).line.matches).toMatchObject([{ payer_differs: true, reason }]);
  expect(await refunds()).toMatchObject([{ done_at: expect.any(Date) }]);
  await agrees();
});

test('a line that names the account of the refund needs no reason, and is compared with where it went', async () => {
  const line = await arrive({ amount: '1000.00', out: true, name: 'Clearing', account: '0532013000' });
  const { rows } = await pool.query('select user_id as id from payments where id = $1', [payment]);
  const send = `/api/admin/payments/${payment}/refund-sent`;
  expect((await postJson(app, send, {}, { cookie: finance.cookie })).status).toBe(200);
  await addPayoutAccount(pool, rows[0].id, { account: OTHER });
  expect((await choices(line)).refunds).toContainEqual(
    expect.objectContaining({ payment_id: payment, payee_differs: false }),
  );
  expect((await match(line, 'refund')).body.matches).toMatchObject([{ payer_differs: false }]);
});

test('the line of a refund that came back is matched to it, so that nothing stays unidentified', async () => {
  const before = await standing('unidentified_receipts');
  expect((await match(await arrive({ amount: '1000.00', out: true }), 'refund')).status).toBe(200);
  const [{ id }] = await refunds();
  expect((await recordReturned(id)).status).toBe(200);
  const line = await arrive({ amount: '1000.00', name: 'Amina Otieno' });
  expect((await choices(line)).refund_returns).toContainEqual(
    expect.objectContaining({ payment_id: payment, is_recorded: true, fee_cents: 0 }),
  );
  const second = await arrive({ amount: '1000.00' });
  const both = await Promise.all([match(line, 'refund_return'), match(second, 'refund_return')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const left = both[0]!.status === 200 ? second : line;
  expect((await match(left, 'set_aside', { payment_id: undefined, reason: 'Not ours.' })).status).toBe(200);
  expect(await standing('unidentified_receipts')).toBe(before - 100_000);
  const undo = await postJson(
    app,
    `${path(line === left ? second : line)}/unmatch`,
    { reason: 'x' },
    { cookie: finance.cookie },
  );
  expect(undo).toMatchObject({ status: 409, body: { message: expect.stringContaining('owed again') } });
  await agrees();
});

test('the line records that a refund came back, less what banks kept, and the refund is owed again', async () => {
  const [before, fees] = [await standing('unidentified_receipts'), await standing('bank_fees')];
  expect((await match(await arrive({ amount: '1000.00', out: true }), 'refund')).status).toBe(200);
  const line = await arrive({ amount: '985.00', text: 'RETURNED AC04 ACCOUNT CLOSED' });
  expect((await choices(line)).refund_returns).toContainEqual(
    expect.objectContaining({ payment_id: payment, is_recorded: false, fee_cents: 1_500, cents: 100_000 }),
  );
  for (const fee of [0, 1_499]) expect((await match(line, 'refund_return', { fee_cents: fee })).status).toBe(409);
  expect((await match(line, 'refund_return', { fee_cents: 1_500 })).status).toBe(200);
  expect(await refunds()).toMatchObject([{ done_at: null, failure: expect.stringContaining('AC04') }]);
  expect([await standing('unidentified_receipts'), await standing('bank_fees')]).toEqual([before, fees + 1_500]);
  await agrees();
  expect((await match(await arrive({ amount: '1000.00' }), 'refund_return')).status).toBe(409);
});

test('of two refunds of a payment, the line brings back the chosen one', async () => {
  await pool.query('update refunds set amount_cents = 50500 where payment_id = $1', [payment]);
  await pool.query(
    `insert into later_refunds (payment_id, amount_cents, reason, asked_by, attempt, captured_cents)
    select payment_id, 49500, reason, asked_by, attempt + 1, captured_cents from refunds where payment_id = $1`,
    [payment],
  );
  for (const amount of ['505.00', '495.00'])
    expect((await match(await arrive({ amount, out: true }), 'refund')).status).toBe(200);
  const line = await arrive({ amount: '490.00' });
  expect((await choices(line)).refund_returns.map(({ fee_cents }: { fee_cents: number }) => fee_cents)).toEqual(
    expect.arrayContaining([500, 1_500]),
  );
  expect((await match(line, 'refund_return', { fee_cents: 1_500 })).status).toBe(200);
  const { rows } = await pool.query(
    'select amount_cents from refunds where payment_id = $1 and failed_at is not null',
    [payment],
  );
  expect(rows).toEqual([{ amount_cents: 50_500 }]);
});

test('a refund from before migration 111 came back: the line of the second one is matched, and so is its return', async () => {
  const office = (act: string, body: object) =>
    postJson(app, `/api/admin/payments/${payment}/${act}`, body, { cookie: finance.cookie });
  const out = () => arrive({ amount: '1000.00', out: true, name: 'Amina Otieno' });
  expect((await match(await out(), 'refund')).status).toBe(200);
  await withTransaction(pool, async (db) => {
    await db.query("set local session_replication_role = 'replica'");
    await db.query('delete from refund_transfers where refund_id in (select id from refunds where payment_id = $1)', [
      payment,
    ]);
  });
  expect((await match(await arrive({ amount: '1000.00' }), 'refund_return')).status).toBe(200);
  expect((await office('refund', { amount: 1000, reason: 'Once more' })).status).toBe(200);
  expect((await office('refund-sent', { refund_id: (await refunds())[1].id })).status).toBe(200);
  const second = await out();
  expect((await choices(second)).refunds).toContainEqual(expect.objectContaining({ payment_id: payment }));
  expect((await match(second, 'refund')).status).toBe(200);
  expect((await match(await out(), 'refund')).status).toBe(409);
  expect((await match(await arrive({ amount: '1000.00' }), 'refund_return')).status).toBe(200);
});

test('refuses to match a return of a refund that was not sent', async () => {
  const line = await arrive({ amount: '1000.00' });
  expect(
    (await choices(line)).refund_returns.map(({ payment_id }: { payment_id: number }) => payment_id),
  ).not.toContain(payment);
  expect((await match(line, 'refund_return')).status).toBe(409);
});
