import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { consigneeOf } from '#features/orders/billing/server/order-facts.ts';
import { checkCode } from '#features/people/accounts/server/guarded-change.ts';
import { consumeCode, createCode, previousAddressesOf } from '#features/people/server/api.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { PASSWORD, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { holdByWatchList } from '../../../../../tests/support/data/watch-hits.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo, tokenIn } from '../../../../../tests/support/mail/mails.ts';
import { addCompany } from '../../../../../tests/support/payments/billing.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { orderByTransfer } from '../../../../../tests/support/payments/transfers.ts';
import { msFromNow, testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { applyDueConsignees } from './change-consignee.ts';

const PRICE = 10_000;
const DAY_MS = 86_400_000;
const KAMAU = {
  name: 'Kamau Imports Ltd',
  address: 'Moi Avenue 4\nMombasa',
  country: 'KE',
  phone: '+254 712 345678',
  id_number: 'P051234567X',
  notify_party: 'Jane, +254 700 000000',
};
type Person = Awaited<ReturnType<typeof signIn>>;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let buyer: Person;
let seller: Person;
let admin: Awaited<ReturnType<typeof signInAdmin>>;
let order: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  calls = payingCalls(app);
  admin = await signInAdmin(pool);
  await addCompany(pool);
});

beforeEach(async () => {
  await pool.query('delete from request_counts');
  await pool.query('delete from mail_outbox');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  [buyer, seller] = [await signIn(pool), await signIn(pool, { name: 'Chen Wei' })];
  await pool.query('update listings set user_id = $2 where id = $1', [car, seller.id]);
  order = (await calls.buy(buyer, car, PRICE)).order_id;
});

const path = (rest = '') => `/api/orders/${order}/consignee${rest}`;
const show = async (who: Person = buyer) => getJson(app, path(), who.cookie);
const askCode = (details: object = KAMAU, who: Person = buyer) =>
  postJson(app, path('/code'), details, { cookie: who.cookie });
const put = (change: object, who: Person = buyer) =>
  postJson(app, path(), { ...KAMAU, ...change }, { cookie: who.cookie, method: 'PUT' });
const codeIn = async ({ email }: Person = buyer) => {
  const mails = (await mailsTo(pool, email)).filter(({ subject }) => subject.startsWith('Your code for order'));
  return /\b\d{6}\b/.exec(mails.at(-1)?.text.split('Your code is')[1] ?? '')?.[0] ?? 'none';
};
/** Asks for a change with password and code. */
const change = async (details: object = KAMAU) => {
  await askCode(details);
  return put({ ...details, password: PASSWORD, code: await codeIn() });
};
const later = (ms: number) => ({ now: () => msFromNow(ms) });
const work = (ms: number) => applyDueConsignees({ pool, clock: later(ms) }, (error) => Promise.reject(error));
/** Another order of the buyer, which waits for its deposit by bank transfer. */
async function holdByTransfer() {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Han', priceCents: PRICE * 100 }]);
  order = await orderByTransfer(app, buyer, car, 2_775);
}

test('the buyer is the consignee until another one is named; only the buyer sees it', async () => {
  expect((await show()).body).toEqual({
    current: null,
    pending: null,
    is_locked: true,
    blocked_until: null,
    closed: null,
  });
  expect(await consigneeOf(pool, order)).toBeNull();
  for (const who of [seller, await signIn(pool)]) {
    expect((await show(who)).status).toBe(404);
    expect((await askCode(KAMAU, who)).status).toBe(404);
    expect((await put({ password: PASSWORD, code: '000000' }, who)).status).toBe(404);
  }
});

test('before money has arrived, a change takes effect immediately without password and code', async () => {
  await holdByTransfer();
  expect((await put({})).body).toMatchObject({
    current: { name: KAMAU.name, id_number: '•••67X' },
    pending: null,
    is_locked: false,
  });
  expect((await put({ name: 'Another Ltd' })).body.current.name).toBe('Another Ltd');
  expect(await consigneeOf(pool, order)).toEqual({
    lines: ['Another Ltd', 'Moi Avenue 4', 'Mombasa', 'Kenya', '+254 712 345678', '•••67X'],
  });
});

test('a checked code is used once, and not after another code was sent', async () => {
  const change = { change: `consignee of order ${order}`, content: 'Otieno Motors' };
  const checked = async () => checkCode(pool, change, await createCode(pool, change, testNow()), testNow());
  const used = await checked();
  await consumeCode(pool, used);
  await expect(consumeCode(pool, used)).rejects.toThrow('wrongCode');
  const old = await checked();
  const newer = await checked();
  await expect(consumeCode(pool, old)).rejects.toThrow('wrongCode');
  await consumeCode(pool, newer);
});

test('each consignee named before the deposit is on a pro-forma invoice that replaces the earlier one, and is emailed', async () => {
  await holdByTransfer();
  await put({});
  await put({ name: 'Another Ltd' });
  const { rows } = await pool.query(
    `select paper::jsonb -> 'consignee' -> 'lines' ->> 0 as name, claims::jsonb -> 'party' as party, supersedes is not null as replaces
     from issued_documents where subject_id = $1 order by id`,
    [order],
  );
  expect(rows).toEqual([
    { name: null, party: { role: 'buyer', name: expect.any(String) }, replaces: false },
    { name: KAMAU.name, party: { role: 'consignee', name: KAMAU.name }, replaces: true },
    { name: 'Another Ltd', party: { role: 'consignee', name: 'Another Ltd' }, replaces: true },
  ]);
  const { documents } = (await getJson(app, `/api/orders/${order}`, buyer.cookie)).body;
  expect(documents.map(({ kind }: { kind: string }) => kind)).toEqual(['pro_forma']);
  const mails = (await mailsTo(pool, 'amina@buyers.example')).filter(({ subject }) =>
    subject.includes('new pro-forma invoice'),
  );
  expect(mails).toHaveLength(2);
  for (let count = 0; count < 8; count++) expect((await put({})).status).toBe(200);
  expect((await put({})).status).toBe(429);
});

test('after the deposit it needs password and code, and waits a day while the old one counts', async () => {
  expect(await put({})).toMatchObject({ status: 422, body: { fields: { password: 'Enter your password.' } } });
  expect(await put({ password: PASSWORD })).toMatchObject({
    status: 422,
    body: { fields: { code: expect.any(String) } },
  });
  await askCode();
  const code = await codeIn();
  expect(await put({ password: 'not it', code })).toMatchObject({
    status: 422,
    body: { fields: { password: 'This password is not correct.' } },
  });
  const { status, body } = await put({ password: PASSWORD, code });
  expect(status).toBe(200);
  expect(body).toMatchObject({ current: null, pending: { name: KAMAU.name, id_number: '•••67X' } });
  expect(Date.parse(body.pending.effective_at) - Date.parse(body.pending.made_at)).toBe(DAY_MS);
  await work(DAY_MS - 60_000);
  expect(await consigneeOf(pool, order)).toBeNull();
  await work(DAY_MS + 60_000);
  await work(DAY_MS + 60_000);
  expect((await show()).body).toMatchObject({ current: { name: KAMAU.name }, pending: null });
  expect((await mailsTo(pool, buyer.email)).filter(({ subject }) => subject.includes('has changed'))).toHaveLength(1);
});

test('a code confirms only the details it was sent for, once', async () => {
  await askCode();
  const code = await codeIn();
  expect(await put({ name: 'A Thief', password: PASSWORD, code })).toMatchObject({
    status: 422,
    body: { fields: { code: expect.stringContaining('have changed') } },
  });
  expect((await put({ password: PASSWORD, code })).status).toBe(200);
  await postJson(app, path('/cancel'), undefined, { cookie: buyer.cookie });
  expect((await put({ password: PASSWORD, code })).status).toBe(422);
});

test('a code dies after five tries, after ten minutes, and with the next one', async () => {
  await askCode();
  const first = await codeIn();
  await askCode();
  expect((await put({ password: PASSWORD, code: first })).status).toBe(first === (await codeIn()) ? 200 : 422);
  await pool.query('update change_codes set tries = 5 where change = $1', [`consignee of order ${order}`]);
  expect((await put({ password: PASSWORD, code: await codeIn() })).status).toBe(422);
  await pool.query("update change_codes set tries = 0, expires_at = now() - interval '1 second' where change = $1", [
    `consignee of order ${order}`,
  ]);
  expect((await put({ password: PASSWORD, code: await codeIn() })).status).toBe(422);
});

test('wrong codes count even though they are refused', async () => {
  await askCode();
  const right = await codeIn();
  const wrong = right === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries++) expect((await put({ password: PASSWORD, code: wrong })).status).toBe(422);
  expect((await put({ password: PASSWORD, code: right })).status).toBe(422);
});

test('codes and tries are limited', async () => {
  const codes = [];
  for (let n = 0; n < 6; n++) codes.push((await askCode()).status);
  expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
  const tries = [];
  for (let n = 0; n < 16; n++) tries.push((await put({ password: PASSWORD, code: '0' })).status);
  expect(tries.at(-1)).toBe(429);
});

test('of two simultaneous changes with one code, one waits', async () => {
  await askCode();
  const body = { password: PASSWORD, code: await codeIn() };
  const answers = await Promise.all([put(body), put(body), put(body)]);
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
});

test('emails every party at old and new addresses, with a masked identity number', async () => {
  const old = `old-${buyer.email}`;
  await pool.query(
    `insert into email_undos (user_id, email, email_key, token_hash, expires_at)
     values ($1, $2, $2, sha256($2::text::bytea), now() + interval '1 day')`,
    [buyer.id, old],
  );
  expect(await previousAddressesOf(pool, buyer.id)).toEqual([old]);
  await change();
  const tokens = new Set<string>();
  for (const address of [buyer.email, old, seller.email, admin.email]) {
    const mail = (await mailsTo(pool, address)).find(({ subject }) => subject.includes('another consignee was named'));
    expect(mail?.text, address).toContain('Kamau Imports Ltd');
    expect(mail?.text).toContain('•••67X');
    tokens.add(tokenIn(mail));
  }
  expect(tokens.size).toBe(4);
  const { rows } = await pool.query('select text, html from mail_outbox');
  expect(rows.filter(({ text, html }) => `${text}${html}`.includes(KAMAU.id_number))).toEqual([]);
  const { rows: log } = await pool.query('select details::text from audit_log');
  expect(log.filter(({ details }) => details.includes(KAMAU.id_number) || details.includes(KAMAU.name))).toEqual([]);
});

test('each party can cancel by link or on the page, and the change never takes effect', async () => {
  const cancel = (who: Person) => postJson(app, path('/cancel'), undefined, { cookie: who.cookie });
  const byLink = async (address: string) => {
    const mails = (await mailsTo(pool, address)).filter(({ subject }) => subject.includes('was named'));
    return (await postJson(app, '/api/consignee-changes/cancel', { token: tokenIn(mails.at(-1)) })).body.flag;
  };
  const ways = [
    async () => expect((await cancel(buyer)).status).toBe(200),
    async () => expect((await cancel(seller)).status).toBe(200),
    async () => expect(await byLink(seller.email)).toBe('1'),
    async () =>
      expect(
        (await postJson(app, `/api/admin/orders/${order}/consignee/cancel`, undefined, { cookie: admin.cookie }))
          .status,
      ).toBe(200),
  ];
  for (const way of ways) {
    await pool.query('delete from request_counts');
    await change();
    expect((await cancel(await signIn(pool))).status).toBe(404);
    await way();
    expect((await cancel(buyer)).status).toBe(409);
    await work(2 * DAY_MS);
    expect((await show()).body).toMatchObject({ current: null, pending: null });
  }
  expect(await byLink(buyer.email)).toBe('0');
  const { rows } = await pool.query('select canceled_by from consignees where order_id = $1 order by id', [order]);
  expect(rows.map(({ canceled_by: by }) => by)).toEqual(['buyer', 'seller', 'seller', 'admin']);
  for (const address of [buyer.email, seller.email, admin.email]) {
    const mails = (await mailsTo(pool, address)).filter(({ subject }) => subject.includes('is canceled'));
    expect(mails, address).toHaveLength(4);
  }
});

test('while one change waits there is no other', async () => {
  await change();
  expect((await askCode({ ...KAMAU, name: 'Another Ltd' })).status).toBe(409);
  expect((await put({ password: PASSWORD, code: '000000' })).status).toBe(409);
});

test.each(['email_changed_at', 'password_reset_at'])('%s in the last 72 hours blocks changes', async (column) => {
  await askCode();
  const code = await codeIn();
  await pool.query(`update users set ${column} = now() - interval '71 hours' where id = $1`, [buyer.id]);
  expect((await show()).body.blocked_until).not.toBeNull();
  expect((await askCode()).status).toBe(409);
  expect((await put({ password: PASSWORD, code })).status).toBe(409);
  await pool.query(`update users set ${column} = now() - interval '73 hours' where id = $1`, [buyer.id]);
  expect((await put({ password: PASSWORD, code })).status).toBe(200);
});

test('a login that is changed while a change waits cancels it', async () => {
  await change();
  await pool.query('update users set password_reset_at = now() where id = $1', [buyer.id]);
  await work(DAY_MS + 60_000);
  expect((await show()).body).toMatchObject({ current: null, pending: null });
  const { rows } = await pool.query('select canceled_by from consignees where order_id = $1', [order]);
  expect(rows).toEqual([{ canceled_by: 'system' }]);
});

/** Records that the carrier issued the bill of lading. */
const issueBill = () =>
  pool.query(
    `insert into shipment_events (id, order_id, step, certainty, happens_at, time_zone, captured_at, actor, actor_id, bill_number, bill_form, content_hash)
     values (gen_random_uuid(), $1, 'bill_of_lading', 'actual', now(), 'UTC', now(), 'admin', $2, 'MOL-1', 'original', sha256('x'))`,
    [order, admin.id],
  );

test('a bill of lading closes the consignee, and cancels a change that waits', async () => {
  await change();
  await issueBill();
  await work(DAY_MS + 60_000);
  expect((await show()).body).toMatchObject({
    current: null,
    pending: null,
    closed: expect.stringContaining('bill of lading'),
  });
  expect((await askCode()).status).toBe(409);
  expect((await put({ password: PASSWORD, code: '000000' })).status).toBe(409);
});

test('a change that waits is applied only after a hit of the watch lists was cleared', async () => {
  await change();
  const clear = await holdByWatchList(pool, order, admin.id);
  await work(DAY_MS + 60_000);
  expect((await show()).body).toMatchObject({ current: null, pending: { name: KAMAU.name } });
  await clear();
  await work(DAY_MS + 60_000);
  expect((await show()).body).toMatchObject({ current: { name: KAMAU.name }, pending: null });
});

test('an order that has ended keeps its consignee', async () => {
  await change();
  await pool.query("update orders set life = 'cancelled', ended_at = now() where id = $1", [order]);
  await work(DAY_MS + 60_000);
  expect((await show()).body).toMatchObject({ current: null, pending: null, closed: 'This order has ended.' });
  expect((await askCode()).status).toBe(409);
});

test('the database refuses to change a consignee, and to apply it before its day is over', async () => {
  await change();
  const update = (set: string) => pool.query(`update consignees set ${set} where order_id = $1`, [order]);
  await expect(update("name = 'A Thief'")).rejects.toThrow('never changes');
  await expect(update('effective_at = now()')).rejects.toThrow('never changes');
  await expect(update('applied_at = now()')).rejects.toThrow('a_day_later');
  await expect(update("name = '', erased_at = now()")).rejects.toThrow('erased as a whole');
  await expect(pool.query('delete from consignees')).rejects.toThrow('append-only');
  await update("canceled_at = now(), canceled_by = 'buyer'");
  await expect(update('canceled_at = null, canceled_by = null')).rejects.toThrow('never changes');
});

test('is exported and erased with the account of the buyer', async () => {
  await change();
  const { cookie } = buyer;
  const exported = await postJson(app, '/api/my-data', { id: buyer.id, password: PASSWORD }, { cookie });
  expect(exported.body.consignees).toMatchObject([{ name: KAMAU.name, idNumber: KAMAU.id_number }]);
  await pool.query("update bookings set status = 'completed' where user_id = $1", [buyer.id]);
  await pool.query("update orders set life = 'completed', ended_at = now() where id = $1", [order]);
  await pool.query('delete from request_counts');
  const deleted = await postJson(app, '/api/delete-account', { id: buyer.id, password: PASSWORD }, { cookie });
  expect(deleted.body).toMatchObject({ flag: '1' });
  const { rows } = await pool.query('select * from consignees where order_id = $1', [order]);
  expect(JSON.stringify(rows)).not.toContain('Kamau');
  expect(JSON.stringify(rows)).not.toContain(KAMAU.id_number);
  expect(rows).toMatchObject([{ canceled_by: 'system', erased_at: expect.any(Date) }]);
});

test('the back office sees who was named before, the change that waits and who canceled it', async () => {
  const office = async () => (await getJson(app, `/api/admin/orders/${order}/consignee`, admin.cookie)).body.items;
  expect(await office()).toEqual([]);
  await change();
  expect(await office()).toMatchObject([
    { name: KAMAU.name, state: 'waiting', id_number: expect.not.stringContaining('P0512') },
  ]);
  await postJson(app, `/api/admin/orders/${order}/consignee/cancel`, {}, { cookie: admin.cookie });
  await change({ ...KAMAU, name: 'Mombasa Motors' });
  await work(DAY_MS + 60_000);
  expect(await office()).toMatchObject([
    { name: 'Mombasa Motors', state: 'in_effect' },
    { name: KAMAU.name, state: 'canceled', canceled_by: 'admin' },
  ]);
  expect((await getJson(app, `/api/admin/orders/${order}/consignee`, buyer.cookie)).status).toBe(403);
});
