import { beforeAll, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addCompany, billNow, changeBankAccount } from '../../../../../tests/support/payments/billing.ts';
import { bookingDepsAt } from '../../../../../tests/support/payments/booking-deps.ts';
import { type Buyer, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { ScriptedGateway } from '../../../../../tests/support/payments/scripted-gateway.ts';
import { orderByTransfer } from '../../../../../tests/support/payments/transfers.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { followAccountChanges } from './account-changes.ts';

const PRICE = 10_000;
const { pool } = await testDatabase();
const app = await testApp(pool, { PAYMENT_DELAY_MS: '0' }, new ScriptedGateway());
let buyer: Buyer;
let held: number;

beforeAll(async () => {
  await addCompany(pool);
  const [first = 0, second = 0] = await addCars(
    pool,
    [1, 2].map(() => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  buyer = await signIn(pool);
  held = await orderByTransfer(app, buyer, first, 2_775);
  await payingCalls(app).buy(await signIn(pool), second, PRICE);
  await billNow(pool);
});

const fail = (error: unknown) => Promise.reject(error);
const follow = () => followAccountChanges(bookingDepsAt(pool, 0), fail);
/** Subjects and texts of emails since the last call. */
const mails = async () => {
  const { rows } = await pool.query('select subject, text, attachment from mail_outbox order by id');
  await pool.query('delete from mail_outbox');
  return rows;
};
const order = async () => (await getJson(app, `/api/orders/${held}`, buyer.cookie)).body;

test('emails every buyer with an open invoice once about a changed account, and about its cancellation', async () => {
  await changeBankAccount(pool, app, 'DE89370400440532013000');
  await mails();
  await Promise.all([follow(), follow()]);
  const told = await mails();
  expect(told.map(({ subject }) => subject)).toEqual(
    Array(2).fill(expect.stringContaining('Our bank account changes')),
  );
  expect(told[0].text).toContain('ends in 5555');
  for (const { text } of told) expect(text).not.toMatch(/3000|GB33/);
  expect((await order()).account_notice).toMatchObject({ state: 'changing' });
  const { cookie } = await signInAdmin(pool, { role: 'finance' });
  await postJson(app, '/api/admin/bank-accounts/2/cancel', {}, { cookie });
  await Promise.all([follow(), follow()]);
  expect((await mails()).map(({ subject }) => subject)).toEqual(
    Array(2).fill(expect.stringContaining('stays the same')),
  );
  await follow();
  expect(await mails()).toEqual([]);
});

test('a held order gets a pro-forma invoice with the account that took effect, which the email does not carry', async () => {
  await changeBankAccount(pool, app, 'DE89370400440532013000');
  await follow();
  await mails();
  await pool.query('alter table bank_account_versions disable trigger user');
  await pool.query(
    "update bank_account_versions set approved_at = now() - interval '2 days', effective_at = now() - interval '1 day' where version = 3",
  );
  await pool.query('alter table bank_account_versions enable trigger user');
  const [before] = (await order()).documents;
  await Promise.all([follow(), follow()]);
  expect(await mails()).toMatchObject([{ subject: expect.stringContaining('new pro-forma'), attachment: null }]);
  const [after] = (await order()).documents;
  expect(after.number).not.toBe(before.number);
  const claims = async (code: string) => (await getJson(app, `/api/verify/${code}`)).body;
  expect(await claims(after.code)).toMatchObject({ claims: { bank_account_end: '3000', replaces: before.number } });
  expect(await claims(before.code)).toMatchObject({ state: 'superseded', account_notice: { state: 'replaced' } });
  await follow();
  expect(await mails()).toEqual([]);
});
