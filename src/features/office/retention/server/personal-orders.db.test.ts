import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { verify } from '#app/commands/verify-logs.ts';
import { sealAll } from '#app/seals.ts';
import { erasePayoutAccounts } from '#features/bookkeeping/payouts/server/personal-payouts.ts';
import { enterBankAccount } from '../../../../../tests/support/bookkeeping/bank-account.ts';
import { importEntries } from '../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { PASSWORD, sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { billNow } from '../../../../../tests/support/payments/billing.ts';
import { approveOpen } from '../../../../../tests/support/payments/orders.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { payAtOnce, readyOrder } from '../../../../../tests/support/payments/ready-order.ts';
import { ScriptedGateway } from '../../../../../tests/support/payments/scripted-gateway.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const PRICE = 10_000;
const IBAN = 'DE89370400440532013000';
const { pool } = await testDatabase();
const app = await testApp(pool, {}, new ScriptedGateway());
const office = await signInAdmin(pool);
const as = { cookie: office.cookie };
const buyer = await signIn(pool, { name: 'Grace Wanjiru' });
let seller: { id: number; cookie: string };
let order: number;

const dataOf = async ({ cookie }: { cookie: string }) =>
  (await postJson(app, '/api/my-data', { password: PASSWORD }, { cookie })).body;
const close = ({ cookie }: { cookie: string }) =>
  postJson(app, '/api/delete-account', { password: PASSWORD }, { cookie });
const enterAccount = (userId: number, account: string) =>
  pool.query(
    `insert into payout_accounts (user_id, holder, address, bank, account, bic, entered_at, effective_at)
     values ($1, 'Chen Wei', '88 Siping Road', 'Bank of Ningbo', $2, 'COBADEFF', now() - interval '2 days', now() - interval '1 day') returning id`,
    [userId, account],
  );
const accountsOf = async (userId: number) =>
  (
    await pool.query(
      'select holder, address, account, erased_at is not null as erased from payout_accounts where user_id = $1 order by id',
      [userId],
    )
  ).rows;

/** A buyer pays a car by card, by transfers of her own and of a relative, and in cash; the car is handed over. */
beforeAll(async () => {
  await enterBankAccount(pool);
  await pool.query(
    `insert into operator_details (version, legal_name, address, registration_number, governing_law, money_holder, contact, saved_by)
     values (1, 'CarQuay Ltd', '1 Harbour Street', '', '', '', '', $1)`,
    [office.id],
  );
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  order = (await payingCalls(app).buy(buyer, car, PRICE)).order_id;
  const [own = 0, relative = 0] = await importEntries(app, office.cookie, [
    { amount: '2775.00', name: 'Grace Wanjiru', account: 'GB29NWBK60161331926819', text: 'For my car' },
    { amount: '1000.00', name: 'Peter Kamau', account: 'DE02100100100006820101', text: 'For my sister' },
  ]);
  const match = (line: number, body: object) =>
    postJson(app, `/api/admin/statements/lines/${line}/match`, { order_id: order, ...body }, as);
  expect((await match(own, {})).status).toBe(200);
  expect((await match(relative, { payer_differs: true, reason: 'Her brother pays.' })).status).toBe(200);
  const cash = { key: randomUUID(), method: 'cash', amount_cents: 455_000, note: 'Paid at the gate' };
  expect((await postJson(app, `/api/admin/orders/${order}/cash-receipts`, cash, as)).status).toBe(200);
  await readyOrder(pool, order);
  expect((await postJson(app, `/api/admin/orders/${order}/complete`, {}, as)).status).toBe(200);
  await billNow(pool);
  const { rows } = await pool.query('select seller_id as id from order_cars where order_id = $1', [order]);
  const { rows: known } = await pool.query('select password_hash from users where id = $1', [buyer.id]);
  await pool.query('update users set password_hash = $2 where id = $1', [rows[0].id, known[0].password_hash]);
  seller = { id: rows[0].id, cookie: await sessionOf(pool, rows[0].id) };
  await pool.query('alter table payout_accounts disable trigger user');
  await enterAccount(seller.id, 'GB33BUKB20201555555555');
  await enterAccount(seller.id, IBAN);
  await pool.query('alter table payout_accounts enable trigger user');
});

test('a buyer downloads orders with plan, moves, receipts and documents, contracts, and the text of their own transfers only', async () => {
  const data = await dataOf(buyer);
  expect(data.orders).toEqual([
    expect.objectContaining({
      id: order,
      life: 'completed',
      cars: [expect.objectContaining({ total_cents: 1_110_000 })],
      moves: expect.arrayContaining([expect.objectContaining({ to_life: 'completed' })]),
      cash_receipts: [expect.objectContaining({ cents: 455_000, note: 'Paid at the gate' })],
      documents: expect.arrayContaining([expect.objectContaining({ kind: 'invoice' })]),
    }),
  ]);
  expect(data.orders[0].plan.map(({ kind }: { kind: string }) => kind)).toEqual(['deposit', 'balance']);
  expect(data.contracts).toEqual([expect.objectContaining({ order_id: order, party: 'buyer', version: 1 })]);
  expect(data.transfers).toMatchObject([
    { order_id: order, cents: 277_500, payer: 'Grace Wanjiru', text: 'For my car', paid_by_somebody_else: false },
    { order_id: order, cents: 100_000, payer: null, payer_account: null, text: null, paid_by_somebody_else: true },
  ]);
  expect(JSON.stringify(data)).not.toMatch(/Peter Kamau|DE02100100100006820101|my sister/);
  expect([data.sales, data.payoutAccounts, data.payouts]).toEqual([[], [], []]);
});

test('a seller downloads sales, bank accounts and payouts', async () => {
  const { sales, payoutAccounts, payouts, orders } = await dataOf(seller);
  expect(sales).toMatchObject([{ order_id: order, price_cents: 1_000_000, commission_cents: 50_000 }]);
  expect(payouts).toEqual([]);
  expect(payoutAccounts).toMatchObject([{ holder: 'Chen Wei', account: 'GB33BUKB20201555555555' }, { account: IBAN }]);
  expect(orders).toEqual([]);
});

test('while a seller is owed money, erasing leaves the bank account in effect', async () => {
  const db = await pool.connect();
  try {
    await db.query('begin');
    await erasePayoutAccounts(db, seller.id);
    const { rows } = await db.query('select account from payout_accounts where user_id = $1 order by id', [seller.id]);
    expect(rows).toEqual([{ account: '' }, { account: IBAN }]);
  } finally {
    await db.query('rollback');
    db.release();
  }
});

test.each([
  ['cash for a completed order', '', ''],
  ['cash for a canceled order', "update orders set life = 'cancelled' where id = $1", IBAN],
  [
    'a security deposit',
    `insert into security_moves (order_id, key, kind, cents, method, admin_id)
     select $1, 'security-key', 'taken', 50000, 'cash', min(id) from admins`,
    IBAN,
  ],
])('after %s, erasing leaves the bank account of the buyer only if money is due to it', async (_what, change, left) => {
  const db = await pool.connect();
  try {
    await db.query('begin');
    await db.query(`set local session_replication_role = 'replica'`);
    await db.query(
      `insert into payout_accounts (user_id, holder, address, bank, account, bic, entered_at, effective_at)
       values ($1, 'Grace Wanjiru', 'x', 'x', $2, 'COBADEFF', now() - interval '2 days', now() - interval '1 day')`,
      [buyer.id, IBAN],
    );
    if (change !== '') await db.query(change, [order]);
    await erasePayoutAccounts(db, buyer.id);
    const { rows } = await db.query('select account from payout_accounts where user_id = $1', [buyer.id]);
    expect(rows).toEqual([{ account: left }]);
  } finally {
    await db.query('rollback');
    db.release();
  }
});

test('a payout that was sent appears in the download', async () => {
  await payAtOnce(pool, seller.id);
  await postJson(app, '/api/admin/payouts', { seller_id: seller.id }, as);
  await approveOpen(app, (await signInAdmin(pool)).cookie);
  const [payout] = (await getJson(app, '/api/admin/payouts', office.cookie)).body.payouts;
  expect((await postJson(app, `/api/admin/payouts/${payout.id}/sent`, {}, as)).status).toBe(200);
  expect((await dataOf(seller)).payouts).toMatchObject([{ cents: 950_000, state: 'sent', account: IBAN }]);
  const [line = 0] = await importEntries(app, office.cookie, [{ amount: '9500.00', out: true }]);
  const match = { kind: 'payout', payout_id: payout.id };
  expect((await postJson(app, `/api/admin/statements/lines/${line}/match`, match, as)).status).toBe(200);
});

test('closing the accounts erases unused bank accounts and keeps the books, their seals and the proof of payouts', async () => {
  await sealAll(pool);
  expect((await close(seller)).body).toMatchObject({ flag: '1' });
  expect(await accountsOf(seller.id)).toEqual([
    { holder: '', address: '', account: '', erased: true },
    { holder: 'Chen Wei', address: '88 Siping Road', account: IBAN, erased: false },
  ]);
  expect((await close(buyer)).body).toMatchObject({ flag: '1' });
  const kept = await pool.query(
    `select (select name from users where id = o.user_id) as name, (select count(*) from ledger_entries where order_id = o.id) > 0 as entries,
       (select count(*) from contract_acceptances where order_id = o.id) as contracts,
       (select count(*) from issued_documents where subject_kind = 'order' and subject_id = o.id and kind = 'invoice') as invoices
     from orders o where id = $1`,
    [order],
  );
  expect(kept.rows).toEqual([{ name: 'Deleted user', entries: true, contracts: 1, invoices: 1 }]);
  const lines: string[] = [];
  await verify(pool, [], (line) => lines.push(line));
  expect(lines.filter((line) => line.includes('WRONG'))).toEqual([]);
});

test('the database refuses to erase an account with a payout, to fill an erased one, and to erase in part', async () => {
  const used = 'account_id from payouts order by id limit 1';
  const erase = "holder = '', bank = '', account = '', bic = '', canceled_at = now(), erased_at = now()";
  await expect(pool.query(`update payout_accounts set ${erase} where id = (select ${used})`)).rejects.toThrow(
    'that money went to is kept',
  );
  await expect(
    pool.query("update payout_accounts set holder = 'Mallory', erased_at = null where erased_at is not null"),
  ).rejects.toThrow();
  await pool.query('alter table payout_accounts disable trigger user');
  const { rows } = await enterAccount(buyer.id, IBAN);
  await pool.query('alter table payout_accounts enable trigger user');
  await expect(
    pool.query("update payout_accounts set holder = '', canceled_at = now(), erased_at = now() where id = $1", [
      rows[0].id,
    ]),
  ).rejects.toThrow('complete_or_erased');
  await expect(
    pool.query(`update payout_accounts set ${erase}, user_id = ${seller.id} where id = $1`, [rows[0].id]),
  ).rejects.toThrow('is kept');
});
