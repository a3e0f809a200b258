import { beforeEach, expect, test } from 'vitest';
import { postPayoutSent } from '#features/payments/server/api.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { PASSWORD, sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { holdByWatchList } from '../../../../../tests/support/data/watch-hits.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addCompany } from '../../../../../tests/support/payments/billing.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { ACCOUNT, enterPayoutAccount } from '../../../../../tests/support/payments/payout-account.ts';
import { payAtOnce, readyOrder } from '../../../../../tests/support/payments/ready-order.ts';
import { ScriptedGateway } from '../../../../../tests/support/payments/scripted-gateway.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { pdfPages } from '../../../../../tests/support/site/documents/pdf-text.ts';
import { recordPayoutBooked } from './pay-sellers.ts';

const PRICE = 10_000;
const NET = 950_000;
const { pool } = await testDatabase();
const app = await testApp(pool, {}, new ScriptedGateway());
const calls = payingCalls(app);
let finance = await signInAdmin(pool, { role: 'finance' });
const chief = await signInAdmin(pool, { role: 'administrator' });
await addCompany(pool);
let seller: { id: number; cookie: string };
let orderId: number;

const office = (path: string, body: object = {}, cookie = finance.cookie) =>
  postJson(app, `/api/admin/payouts${path}`, body, { cookie });
const listed = async () => (await getJson(app, '/api/admin/payouts', finance.cookie)).body;
const mine = async () => (await getJson(app, '/api/my-payouts', seller.cookie)).body;
const enter = (change: Parameters<typeof enterPayoutAccount>[2] = {}) =>
  enterPayoutAccount({ app, pool }, seller, change);
/** Makes the entered account a day and a minute old. */
const waitADay = async () => {
  await pool.query('alter table payout_accounts disable trigger user');
  await pool.query(
    "update payout_accounts set entered_at = entered_at - interval '24 hours 1 minute', effective_at = effective_at - interval '24 hours 1 minute'",
  );
  await pool.query('alter table payout_accounts enable trigger user');
};
const sell = async (price = PRICE) => {
  await pool.query('delete from request_counts');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: price * 100 }]);
  await pool.query('update listings set user_id = $2 where id = $1', [car, seller.id]);
  const buyer = await signIn(pool);
  const booking = await calls.buy(buyer, car, price);
  await calls.payNext(buyer, booking.order_id);
  await readyOrder(pool, booking.order_id);
  await postJson(app, `/api/admin/orders/${booking.order_id}/complete`, {}, { cookie: chief.cookie });
  orderId = booking.order_id;
};
const accounts = async () => {
  const { rows } = await pool.query(
    `select account, sum(cents) as cents from ledger_lines where account in ('payouts_in_transit', 'bank', 'bank_in_transit', 'bank_fees')
       or (account = 'seller_payable' and seller_id = $1) group by 1 having sum(cents) <> 0 order by 1`,
    [seller.id],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
};
const prepare = () => office('', { seller_id: seller.id });
const newest = async () =>
  (await listed()).payouts.find((one: { seller: { id: number } }) => one.seller.id === seller.id);
const approve = async (cookie: string) => {
  const { items } = (await getJson(app, '/api/admin/approvals', chief.cookie)).body;
  const { id, hash } = items.find(
    ({ kind, state }: { kind: string; state: string }) => kind === 'payout' && state === 'open',
  );
  return postJson(app, `/api/admin/approvals/${id}/approve`, { hash }, { cookie });
};
/** Posts opposite entries, so that each test begins with even accounts. */
beforeEach(async () => {
  const { rows } = await pool.query("select id from payouts where state = 'sent'");
  for (const { id } of rows) await office(`/${id}/failed`, { reason: 'The end of a test.' });
  // What one person pays out within a day counts together.
  finance = await signInAdmin(pool, { role: 'finance' });
  const { id } = await signIn(pool);
  seller = { id, cookie: await sessionOf(pool, id) };
  await payAtOnce(pool, id);
});

test('a seller who closes the account is still paid, but not to an account that waits', async () => {
  await sell();
  await enter();
  await waitADay();
  await enter({ account: 'GB33BUKB20201555555555' });
  const exported = await postJson(app, '/api/my-data', { password: PASSWORD }, { cookie: seller.cookie });
  expect(exported.body.payoutAccounts).toMatchObject([
    { account: ACCOUNT.account },
    { account: 'GB33BUKB20201555555555' },
  ]);
  expect(
    (await postJson(app, '/api/delete-account', { password: PASSWORD }, { cookie: seller.cookie })).body.flag,
  ).toBe('1');
  await waitADay();
  await prepare();
  expect(await newest()).toMatchObject({ cents: NET, account: { account: ACCOUNT.account }, state: 'approved' });
});

test('pays a seller what is owed: prepared, sent with a statement, booked with the fee of the bank', async () => {
  await enter();
  await sell();
  expect((await mine()).due_cents).toBe(NET);
  expect((await prepare()).status).toBe(409);
  await waitADay();
  const due = { cents: NET, later_cents: 0, early_cents: 0, second: null, orders: 1, has_account: true };
  expect((await listed()).due).toContainEqual({ seller: expect.anything(), ...due });
  expect((await prepare()).body.flag).toBe('1');
  expect((await prepare()).status).toBe(409);
  expect((await mine()).due_cents).toBe(0);
  const { id } = await newest();
  expect((await office(`/${id}/booked`, { fee_cents: 0 })).status).toBe(409);
  const both = await Promise.all([office(`/${id}/sent`), office(`/${id}/sent`)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await accounts()).toEqual({ payouts_in_transit: -NET });
  const [payout] = (await mine()).payouts;
  expect(payout).toMatchObject({ cents: NET, state: 'sent', statement: expect.stringMatching(/^PS-|^\w+-\d{4}-/) });
  const file = await app.inject({ url: `/api/my-payouts/${id}/statement`, headers: { cookie: seller.cookie } });
  const text = (await pdfPages(file.rawPayload)).join('\n');
  for (const words of [
    payout.statement,
    '$10,000.00',
    '$500.00',
    '$9,500.00',
    '3000',
    'BYD Seal',
    ...ACCOUNT.address.split('\n'),
  ])
    expect(text).toContain(words);
  const other = await signIn(pool);
  const foreign = await app.inject({ url: `/api/my-payouts/${id}/statement`, headers: { cookie: other.cookie } });
  expect(foreign.statusCode).toBe(404);
  expect((await office(`/${id}/booked`, { fee_cents: 2_500 })).body.flag).toBe('1');
  expect(await accounts()).toEqual({ bank_in_transit: -NET - 2_500, bank_fees: 2_500 });
  expect((await office(`/${id}/failed`, { reason: 'late' })).status).toBe(409);
});

test('a returned payout is owed again, and a line of a statement books a payout once', async () => {
  await enter();
  await waitADay();
  await sell();
  const before = await accounts();
  await prepare();
  const { id } = await newest();
  await office(`/${id}/sent`);
  await office(`/${id}/failed`, { reason: 'Account closed.' });
  expect(await accounts()).toEqual(before);
  expect((await mine()).due_cents).toBe(NET);
  await prepare();
  const again = (await newest()).id;
  expect((await approve(chief.cookie)).body.flag).toBe('1');
  await office(`/${again}/sent`);
  const book = () =>
    withTransaction(pool, (db) => recordPayoutBooked(db, again, { feeCents: 100, from: 'unidentified_receipts' }));
  expect(await book()).toBe(NET);
  await expect(book()).rejects.toThrow('a booked payout');
  const { rows: mails } = await pool.query(
    "select subject, text from mail_outbox where subject like '%$9,500.00%' order by id desc limit 3",
  );
  expect(mails.map(({ subject }) => subject).reverse()).toEqual([
    'We have sent you $9,500.00',
    'Our transfer of $9,500.00 came back',
    'We have sent you $9,500.00',
  ]);
  expect(mails[1]?.text).toContain('The bank sent it back: Account closed.');
});

test('above the limit a second person is needed, also for many small payouts and in the database', async () => {
  await enter();
  await waitADay();
  await sell(30_000);
  expect((await prepare()).body.message).toContain('Another administrator has to approve it');
  const { id } = await newest();
  expect(await newest()).toMatchObject({ state: 'waiting', needs_second_person: true });
  expect((await office(`/${id}/sent`)).status).toBe(409);
  await expect(pool.query("update payouts set state = 'approved' where id = $1", [id])).rejects.toThrow(
    'second_person',
  );
  const own = 'update payouts set approved_by = created_by where id = $1';
  await expect(pool.query(own, [id])).rejects.toThrow('nobody has approved');
  await expect(pool.query('update payouts set cents = 1 where id = $1', [id])).rejects.toThrow('keeps its facts');
  expect((await approve(chief.cookie)).body.flag).toBe('1');
  expect((await office(`/${id}/sent`)).body.flag).toBe('1');
  for (const expected of ['approved', 'approved', 'waiting']) {
    await sell(9_000);
    await prepare();
    const next = await newest();
    expect(next.state).toBe(expected);
    if (expected === 'approved') await office(`/${next.id}/sent`);
  }
  expect(orderId).toBeGreaterThan(0);
});

test('a payout that was recorded as returned still counts for the limit of a day', async () => {
  await enter();
  await waitADay();
  await sell(19_000);
  await prepare();
  const { id } = await newest();
  await office(`/${id}/sent`);
  await office(`/${id}/failed`, { reason: 'The bank returned it.' });
  expect((await prepare()).body.message).toContain('Another administrator has to approve it');
  expect(await newest()).toMatchObject({ state: 'waiting', needs_second_person: true });
  const insert = `insert into payouts (seller_id, account_id, cents, state, needs_second_person, created_by)
    select seller_id, account_id, cents, 'approved', false, created_by from payouts where id = $1`;
  await expect(pool.query(insert, [id])).rejects.toThrow('needs a second person');
});

test('one person cannot pay again what was recorded as returned, also days later and in small amounts', async () => {
  await enter();
  await waitADay();
  await sell(1_000);
  await prepare();
  const { id } = await newest();
  await office(`/${id}/sent`);
  await office(`/${id}/failed`, { reason: 'The bank returned it.' });
  await pool.query('alter table payouts disable trigger user');
  await pool.query("update payouts set created_at = created_at - interval '3 days' where id = $1", [id]);
  await pool.query('alter table payouts enable trigger user');
  const due = (await listed()).due.find((one: { seller: { id: number } }) => one.seller.id === seller.id);
  expect(due.second).toBe('again');
  expect((await prepare()).body.message).toContain('Another administrator has to approve it');
  expect(await newest()).toMatchObject({ state: 'waiting', needs_second_person: true });
  const { items } = (await getJson(app, '/api/admin/approvals', chief.cookie)).body;
  expect(items[0].summary).toContain('recorded as returned by the bank');
  const alone = `with one as (
      insert into payouts (seller_id, account_id, cents, state, needs_second_person, created_by, ended_at)
      select seller_id, account_id, cents, 'canceled', false, created_by, now() from payouts where id = $1 returning id)
    insert into payout_orders (payout_id, order_id, cents) select one.id, o.order_id, o.cents from one, payout_orders o where o.payout_id = $1`;
  await expect(pool.query(alone, [id])).rejects.toThrow('paid again by two people');
  expect((await approve(chief.cookie)).body.flag).toBe('1');
  expect((await office(`/${(await newest()).id}/sent`)).body.flag).toBe('1');
});

test('changing the payout days of a seller needs a second person, even to zero', async () => {
  const days = { days: 0, reason: 'A friend.' };
  const propose = (by: { cookie: string }) =>
    postJson(app, `/api/admin/sellers/${seller.id}/payout-days`, days, { cookie: by.cookie });
  const own = "select days from seller_payout_terms where seller_id = $1 and reason = 'A friend.'";
  expect((await propose(finance)).body.flag).toBe('1');
  const { items } = (await getJson(app, '/api/admin/approvals', chief.cookie)).body;
  const { id, hash } = items.find((item: { kind: string }) => item.kind === 'payout days');
  const decide = (by: { cookie: string }) =>
    postJson(app, `/api/admin/approvals/${id}/approve`, { hash }, { cookie: by.cookie });
  expect((await decide(finance)).body.flag).toBe('0');
  expect((await pool.query(own, [seller.id])).rows).toEqual([]);
  expect((await decide(chief)).body.flag).toBe('1');
  expect((await pool.query(own, [seller.id])).rows).toEqual([{ days: 0 }]);
});

test('the one who prepared a payout cannot approve it', async () => {
  await enter();
  await waitADay();
  await sell(30_000);
  await office('', { seller_id: seller.id }, chief.cookie);
  expect((await approve(chief.cookie)).body.flag).toBe('0');
  const { id } = await newest();
  expect((await office(`/${id}/cancel`, { reason: 'Typo' })).body.flag).toBe('1');
});

test('prepares no payout without a company, and no other one before the first is sent', async () => {
  await enter();
  await waitADay();
  await sell();
  const nameCompany = (version: number, name: string) =>
    pool.query(
      `insert into operator_details (version, legal_name, address, registration_number, governing_law, money_holder, contact, saved_by)
       values ($1, $2, '1 Harbour Street', '', '', '', '', $3)`,
      [version, name, chief.id],
    );
  await nameCompany(2, '');
  expect(await prepare()).toMatchObject({ status: 409, body: { message: expect.stringContaining('Enter company') } });
  await nameCompany(3, 'CarQuay Ltd');
  expect((await prepare()).body.flag).toBe('1');
  expect(await prepare()).toMatchObject({ status: 409, body: { message: expect.stringContaining('not been sent') } });
});

test('of simultaneous payouts to one seller, one is prepared', async () => {
  await enter();
  await waitADay();
  await sell();
  const answers = await Promise.all([prepare(), prepare(), prepare()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await listed()).due.map(({ seller: { id } }: { seller: { id: number } }) => id)).not.toContain(seller.id);
});

test('a payout is not sent while a hit holds its order', async () => {
  await enter();
  await waitADay();
  await sell();
  await prepare();
  const { id } = await newest();
  const clear = await holdByWatchList(pool, orderId, finance.id);
  expect((await office(`/${id}/sent`)).status).toBe(409);
  expect((await newest()).state).toBe('approved');
  await clear();
  expect((await office(`/${id}/sent`)).body.flag).toBe('1');
});

test('a payout is not sent once the seller is owed less than it names', async () => {
  await enter();
  await waitADay();
  await sell();
  await prepare();
  const { id } = await newest();
  await withTransaction(pool, (db) => postPayoutSent(db, id + 1_000_000, [{ sellerId: seller.id, orderId, cents: 1 }]));
  expect(await office(`/${id}/sent`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('owed less now') },
  });
  expect((await newest()).state).toBe('approved');
});

test('a payout is not sent to an account that was replaced in the meantime', async () => {
  await enter();
  await waitADay();
  await sell();
  await prepare();
  await enter({ account: 'GB33BUKB20201555555555' });
  await waitADay();
  const { id } = await newest();
  expect(await office(`/${id}/sent`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('another account') },
  });
});

test('what one person pays out to several sellers within a day counts together, in the database too', async () => {
  await enter();
  await waitADay();
  await sell(19_000);
  await prepare();
  expect(await newest()).toMatchObject({ state: 'approved', needs_second_person: false });
  const { id } = await signIn(pool);
  seller = { id, cookie: await sessionOf(pool, id) };
  await payAtOnce(pool, id);
  await enter();
  await waitADay();
  await sell(3_000);
  expect((await prepare()).body.message).toContain('Another administrator has to approve it');
  expect(await newest()).toMatchObject({ state: 'waiting', needs_second_person: true });
  const insert = `insert into payouts (seller_id, account_id, cents, state, needs_second_person, created_by)
    select seller_id, account_id, cents, 'approved', false, created_by from payouts order by id desc limit 1`;
  await expect(pool.query(insert)).rejects.toThrow('needs a second person');
});
