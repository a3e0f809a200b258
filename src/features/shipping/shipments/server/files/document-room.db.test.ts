import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { sessionOf, signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { type Buyer, payingCalls } from '../../../../../../tests/support/payments/paying.ts';
import { dayFromNow } from '../../../../../../tests/support/runner/test-clock.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';

const PRICE = 10_000;
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const TODAY = dayFromNow(0);
let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };
let buyer: Buyer & { email: string };
let seller: Buyer;
let orderId: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  await loadSeed(pool);
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  admin = await signInAdmin(pool);
});

beforeEach(async () => {
  await pool.query('delete from request_counts');
  buyer = await signIn(pool);
  orderId = await order();
  await pool.query('delete from mail_outbox');
});

/** Orders a car that goes to a country, if one is given. */
async function order(country?: string): Promise<number> {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const { rows } = await pool.query('select user_id from listings where id = $1', [car]);
  seller = { id: rows[0].user_id, cookie: await sessionOf(pool, rows[0].user_id) };
  const chosen = country && { destination: { country }, buying_for: { name: 'The port authority', country } };
  return (await payingCalls(app).buy(buyer, car, PRICE, { ...chosen })).order_id;
}

const room = async (who: { cookie: string } = buyer) =>
  (await getJson(app, `/api/orders/${orderId}/files`, who.cookie)).body;
const addFile = (kind: string, who: { cookie: string } = seller) =>
  postForm(
    app,
    `/api/orders/${orderId}/files`,
    [
      ['id', randomUUID()],
      ['kind', kind],
      ['file', new File([new Uint8Array(PDF)], `${kind}.pdf`)],
    ],
    { cookie: who.cookie },
  );
const newParcel = () => ({
  id: randomUUID(),
  courier: 'DHL',
  tracking_number: '4512778834',
  sent_on: TODAY,
  contents: '3 original bills of lading',
});
const report = (parcel: object, who: { cookie: string } = seller) =>
  postJson(app, `/api/orders/${orderId}/parcels`, parcel, { cookie: who.cookie });
const mails = async () =>
  (await pool.query('select subject, text from mail_outbox where to_address = $1', [buyer.email])).rows;

test('lists the papers that the destination’s import rules require, and ticks those with a file', async () => {
  orderId = await order('GH');
  const { destination } = await room();
  expect(destination).toMatchObject({ country: 'GH', country_name: 'Ghana' });
  expect(destination.asks).toMatchObject([
    { gate: 'conformity', kind: 'conformity_certificate', there: false, outcome: 'conditional' },
  ]);
  expect(destination.asks[0].sentence).toContain('GS 4510');
  expect(destination.asks[0].sources[0].publisher).not.toBe('');
  await addFile('conformity_certificate');
  expect((await room()).destination.asks[0].there).toBe(true);
});

test('lists no other papers, and returns no destination if none was named', async () => {
  expect((await room()).destination).toBeNull();
  orderId = await order('GE');
  expect((await room()).destination).toMatchObject({ country: 'GE', asks: [] });
});

test('the parties see a parcel, and the buyer is emailed once', async () => {
  const parcel = newParcel();
  expect(await report(parcel)).toMatchObject({ status: 200, body: { id: parcel.id, repeated: false } });
  expect(await report(parcel)).toMatchObject({ status: 200, body: { repeated: true } });
  for (const who of [buyer, seller, admin])
    expect((await room(who)).parcels).toMatchObject([{ ...parcel, by: 'seller' }]);
  const [mail, ...others] = await mails();
  expect(mail.subject).toMatch(/^Original papers of order CQ-\d+ are on their way$/);
  expect(mail.text).toContain('Tracking number: 4512778834');
  expect(mail.text).toContain('3 original bills of lading');
  expect(others).toEqual([]);
});

test('refuses the id of a parcel with other content', async () => {
  const parcel = newParcel();
  await report(parcel);
  expect((await report({ ...parcel, tracking_number: '1' })).status).toBe(422);
  expect((await room()).parcels).toMatchObject([{ tracking_number: '4512778834' }]);
  await expect(pool.query('update order_parcels set courier = $1', ['UPS'])).rejects.toThrow('append-only');
});

const withdraw = (parcel: string, who: { cookie: string } = seller, reason = 'It went with another courier.') =>
  postJson(app, `/api/orders/${orderId}/parcels/${parcel}/withdrawal`, { reason }, { cookie: who.cookie });

test('a withdrawn parcel stays visible with the reason, and the buyer is emailed once', async () => {
  const parcel = newParcel();
  await report(parcel);
  expect((await room(seller)).parcels).toMatchObject([{ withdrawn: null, withdrawable: true }]);
  expect((await room(buyer)).parcels).toMatchObject([{ withdrawn: null, withdrawable: false }]);
  expect(await withdraw(parcel.id)).toMatchObject({ status: 200, body: { id: parcel.id, repeated: false } });
  expect(await withdraw(parcel.id, admin, 'Once more.')).toMatchObject({ status: 200, body: { repeated: true } });
  for (const who of [buyer, seller, admin])
    expect((await room(who)).parcels).toMatchObject([
      { ...parcel, withdrawn: { reason: 'It went with another courier.' }, withdrawable: false },
    ]);
  const [, mail, ...others] = await mails();
  expect(mail.subject).toMatch(/^Correction: a parcel of order CQ-\d+ was reported by mistake$/);
  expect(mail.text).toContain('Tracking number: 4512778834');
  expect(mail.text).toContain('Reason: It went with another courier.');
  expect(others).toEqual([]);
  await expect(pool.query("update parcel_withdrawals set reason = 'x'")).rejects.toThrow('append-only');
});

test.each([
  ['the buyer', () => buyer.cookie, 403],
  ['another user', async () => (await signIn(pool)).cookie, 404],
  ['the seller, of a parcel that the operator reported,', () => seller.cookie, 403],
  ['finance', async () => (await signInAdmin(pool, { role: 'finance' })).cookie, 403],
  ['support', async () => (await signInAdmin(pool, { role: 'support' })).cookie, 200],
])('answers %s who withdraws a parcel', async (_who, cookie, status) => {
  const parcel = newParcel();
  await report(parcel, admin);
  expect((await withdraw(parcel.id, { cookie: await cookie() })).status).toBe(status);
  expect((await room()).parcels[0].withdrawn === null).toBe(status !== 200);
});

test('refuses to withdraw a parcel of another order, and without a reason', async () => {
  const parcel = newParcel();
  await report(parcel);
  expect((await withdraw(parcel.id, seller, ' ')).status).toBe(400);
  const first = orderId;
  orderId = await order('GH');
  expect((await withdraw(parcel.id, admin)).status).toBe(404);
  orderId = first;
  expect((await room()).parcels).toMatchObject([{ withdrawn: null }]);
});

test.each([
  ['the buyer', () => buyer.cookie, 403],
  ['another user', async () => (await signIn(pool)).cookie, 404],
  ['support', async () => (await signInAdmin(pool, { role: 'support' })).cookie, 200],
  ['finance', async () => (await signInAdmin(pool, { role: 'finance' })).cookie, 403],
])('answers %s who reports a parcel', async (_who, cookie, status) => {
  expect((await report(newParcel(), { cookie: await cookie() })).status).toBe(status);
  expect((await mails()).length).toBe(status === 200 ? 1 : 0);
});

test.each(['2019-01-01', dayFromNow(3)])('refuses a parcel sent on %s', async (day) => {
  const { status, body } = await report({ ...newParcel(), sent_on: day });
  expect(status).toBe(400);
  expect(body.fields.sent_on).toContain('Choose the day');
});

test('the operator sees who opened which file and when', async () => {
  await addFile('insurance');
  const [file] = (await room()).items;
  await app.inject({ method: 'GET', url: file.url, headers: { cookie: buyer.cookie } });
  const url = `/api/admin/orders/${orderId}/file-openings`;
  expect((await getJson(app, url, admin.cookie)).body.items).toMatchObject([
    { file_id: file.id, kind: 'insurance', name: 'insurance.pdf', by: 'buyer', person: 'Amina Otieno' },
  ]);
  expect((await getJson(app, url, buyer.cookie)).status).toBe(403);
});

const withdrawFile = (file: string, who: { cookie: string } = seller, reason = 'It is an invoice.') =>
  postJson(app, `/api/orders/${orderId}/files/${file}/withdrawal`, { reason }, { cookie: who.cookie });
const sentFile = async (kind: string, who?: { cookie: string }): Promise<string> => (await addFile(kind, who)).body.id;
const opened = async (file: string) =>
  (
    await app.inject({
      method: 'GET',
      url: `/api/orders/${orderId}/files/${file}`,
      headers: { cookie: buyer.cookie },
    })
  ).statusCode;

test('a withdrawn file stays visible and can be opened, but does not count as a needed paper', async () => {
  orderId = await order('GH');
  const file = await sentFile('conformity_certificate');
  const paper = await sentFile('bill_of_lading');
  const thereOf = async () => {
    const { needed, destination } = await room();
    const bill = needed.find(({ kind }: { kind: string }) => kind === 'bill_of_lading');
    return [destination.asks[0].there, bill.there];
  };
  const provenBy = async () => {
    const { body } = await getJson(app, `/api/orders/${orderId}/timeline`, buyer.cookie);
    return body.cars[0].steps.flatMap(({ files }: { files: { id: string }[] }) => files.map(({ id }) => id));
  };
  expect([await thereOf(), await provenBy()]).toEqual([[true, true], [paper]]);
  expect(await withdrawFile(file)).toMatchObject({ status: 200, body: { id: file, repeated: false } });
  expect(await withdrawFile(paper, admin, 'Of another car.')).toMatchObject({ status: 200 });
  expect(await withdrawFile(file, admin, 'Once more.')).toMatchObject({ status: 200, body: { repeated: true } });
  expect([await thereOf(), await provenBy()]).toEqual([[false, false], []]);
  for (const who of [buyer, seller, admin])
    expect((await room(who)).items).toMatchObject([
      { id: file, withdrawn: { reason: 'It is an invoice.' }, withdrawable: false },
      { id: paper, withdrawn: { reason: 'Of another car.' }, withdrawable: false },
    ]);
  expect(await opened(file)).toBe(200);
  await expect(pool.query("update file_withdrawals set reason = 'x'")).rejects.toThrow('append-only');
});

test('records simultaneous withdrawals of a file once', async () => {
  const file = await sentFile('insurance');
  const answers = await Promise.all([withdrawFile(file), withdrawFile(file, admin), withdrawFile(file)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.filter(({ body }) => !body.repeated)).toHaveLength(1);
});

test.each([
  ['the buyer who sent it', () => buyer.cookie, 200],
  ['the seller', () => seller.cookie, 403],
  ['another user', async () => (await signIn(pool)).cookie, 404],
  ['finance', async () => (await signInAdmin(pool, { role: 'finance' })).cookie, 403],
  ['support', async () => (await signInAdmin(pool, { role: 'support' })).cookie, 200],
])('answers %s who withdraws a file of the buyer', async (_who, cookie, status) => {
  const file = await sentFile('insurance', buyer);
  expect((await room(seller)).items).toMatchObject([{ withdrawn: null, withdrawable: false }]);
  expect((await room(buyer)).items).toMatchObject([{ withdrawn: null, withdrawable: true }]);
  expect((await withdrawFile(file, { cookie: await cookie() })).status).toBe(status);
  expect((await room()).items[0].withdrawn === null).toBe(status !== 200);
});

test('refuses to withdraw a file of another order, and without a reason', async () => {
  const file = await sentFile('insurance');
  expect((await withdrawFile(file, seller, ' ')).status).toBe(400);
  const first = orderId;
  orderId = await order();
  expect((await withdrawFile(file, admin)).status).toBe(404);
  orderId = first;
  expect((await room()).items).toMatchObject([{ withdrawn: null }]);
});
