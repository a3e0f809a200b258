import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { type Buyer, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { allowAnyStep } from '../../../../../tests/support/payments/ready-order.ts';
import { daysFromNow, msFromNow, testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { pdfPages } from '../../../../../tests/support/site/documents/pdf-text.ts';
import { SIDES } from '../model/handover.ts';

const PRICE = 10_000;
const HOUR_MS = 3_600_000;
let app: FastifyInstance;
let pool: pg.Pool;
let jpeg: Buffer;
let admin: { id: number; cookie: string };
let buyer: Buyer & { email: string };
let seller: Buyer;
let orderId: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  admin = await signInAdmin(pool);
  jpeg = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#0b5b86' } })
    .jpeg()
    .toBuffer();
});

beforeEach(async () => {
  await pool.query('delete from request_counts');
  buyer = await signIn(pool);
  orderId = await order('Sell');
  await pool.query('delete from mail_outbox');
});

async function order(offer: 'Sell' | 'Rent'): Promise<number> {
  const price = offer === 'Sell' ? PRICE : 50;
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', offer, priceCents: price * 100 }]);
  const { rows } = await pool.query('select user_id from listings where id = $1', [car]);
  seller = { id: rows[0].user_id, cookie: await sessionOf(pool, rows[0].user_id) };
  const { order_id: id } = await payingCalls(app).buy(buyer, car, price);
  await allowAnyStep(pool);
  return id;
}

async function addPhotos(): Promise<Record<string, string>> {
  const photos: Record<string, string> = {};
  for (const side of SIDES) {
    const id = randomUUID();
    const file = new File([new Uint8Array(jpeg)], `${side}.jpg`);
    const fields: [string, string | File][] = [
      ['id', id],
      ['kind', 'photo'],
      ['file', file],
    ];
    const sent = await postForm(app, `/api/orders/${orderId}/files`, fields, { cookie: seller.cookie });
    expect(sent.status).toBe(200);
    photos[side] = id;
  }
  return photos;
}

const SIGNED = { name: 'Li Na', strokes: [[0, 0, 500, 150, 1000, 300]] };
const handover = (photos: Record<string, string>, change: object = {}) => ({
  id: randomUUID(),
  kind: 'sale',
  odometer: 12_345,
  keys: 2,
  fuel_percent: 80,
  damage: 'Scratch on the left door.',
  photos,
  giver: SIGNED,
  receiver: { name: 'Amina Otieno', confirmed: true },
  captured_at: msFromNow(-HOUR_MS).toISOString(),
  ...change,
});
const record = (body: object, who: { cookie: string } = seller) =>
  postJson(app, `/api/orders/${orderId}/handovers`, body, { cookie: who.cookie });
const list = async (who: { cookie: string } = buyer) =>
  (await getJson(app, `/api/orders/${orderId}/handovers`, who.cookie)).body;
const stepOf = async (name: string) => {
  const { body } = await getJson(app, `/api/orders/${orderId}/timeline`, buyer.cookie);
  return body.cars[0].steps.find(({ step }: { step: string }) => step === name);
};
const documents = async () =>
  (await getJson(app, `/api/orders/${orderId}`, buyer.cookie)).body.documents.filter(
    ({ kind }: { kind: string }) => kind === 'handover',
  );

test('a signed handover completes the step, and both parties see it and are emailed', async () => {
  const body = handover(await addPhotos());
  expect(await record(body)).toMatchObject({ status: 200, body: { id: body.id, repeated: false } });
  for (const who of [buyer, seller, admin])
    expect((await list(who)).items).toMatchObject([
      {
        id: body.id,
        odometer: 12_345,
        giver: { name: 'Li Na', drawn: true },
        receiver: { name: 'Amina Otieno', drawn: false },
        by: 'seller',
      },
    ]);
  expect(await stepOf('handed_over')).toMatchObject({ state: 'done', at: body.captured_at });
  const { rows } = await pool.query('select to_address, subject from mail_outbox order by to_address');
  expect(rows).toHaveLength(2);
  expect(rows[0].subject).toBe('Your 2021 BYD Seal was handed over');
});

test('both sides get the same signed document, numbered in its own series', async () => {
  const body = handover(await addPhotos());
  await record(body);
  await record(body);
  const [document, ...others] = await documents();
  expect(others).toEqual([]);
  expect(document.number).toMatch(/^HO-\d{4}-\d{6}$/);
  for (const { cookie } of [buyer, seller]) {
    const pdf = await app.inject({ method: 'GET', url: document.url, headers: { cookie } });
    expect(pdf.statusCode).toBe(200);
    const text = (await pdfPages(pdf.rawPayload)).join('\n');
    expect(text).toContain('12,345 km');
    expect(text).toContain('Received by: Amina Otieno');
    expect(text).toContain('Signed by confirming the typed name');
  }
  const stranger = await signIn(pool);
  const refused = await app.inject({ method: 'GET', url: document.url, headers: { cookie: stranger.cookie } });
  expect(refused.statusCode).toBe(404);
});

test('repeating a handover changes nothing, and the same id with other content is refused', async () => {
  const body = handover(await addPhotos());
  const answers = await Promise.all([record(body), record(body), record(body)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.filter(({ body: { repeated } }) => !repeated)).toHaveLength(1);
  expect((await record({ ...body, odometer: 1 })).status).toBe(422);
  expect((await record({ ...body, id: randomUUID() })).status).toBe(409);
  await expect(pool.query('update handovers set odometer = 1')).rejects.toThrow('append-only');
  await expect(pool.query('delete from handover_photos')).rejects.toThrow('append-only');
});

test.each([
  ['a side without a photo', (photos: Record<string, string>) => ({ photos: { ...photos, rear: undefined } })],
  ['a photo of nobody', (photos: Record<string, string>) => ({ photos: { ...photos, rear: randomUUID() } })],
  ['no level of fuel or charge', () => ({ fuel_percent: undefined })],
  ['a signature that is neither drawn nor confirmed', () => ({ giver: { name: 'Li Na' } })],
  ['a return of a car that was sold', () => ({ kind: 'return' })],
  ['a time in the future', () => ({ captured_at: msFromNow(48 * HOUR_MS).toISOString() })],
])('refuses %s, and nothing has changed', async (_what, change) => {
  const photos = await addPhotos();
  expect((await record(handover(photos, change(photos)))).status).toBe(400);
  expect((await list()).items).toEqual([]);
  expect(await documents()).toEqual([]);
  expect((await stepOf('handed_over')).state).not.toBe('done');
});

test('refuses a photo that is used for two sides or shows another car of the order', async () => {
  const photos = await addPhotos();
  expect((await record(handover({ ...photos, rear: photos.front! }))).status).toBe(400);
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Han', priceCents: PRICE * 100 }]);
  await pool.query(
    `insert into order_cars (order_id, listing_id, seller_id, price_cents, tax_cents, fee_cents, total_cents, commission_cents, sells)
     select order_id, $2, seller_id, price_cents, tax_cents, fee_cents, total_cents, commission_cents, false from order_cars where order_id = $1`,
    [orderId, car],
  );
  const id = randomUUID();
  const fields = { id, kind: 'photo', listing_id: String(car) };
  const photo = new File([new Uint8Array(jpeg)], 'rear.jpg');
  const sent = await postForm(app, `/api/orders/${orderId}/files`, [...Object.entries(fields), ['file', photo]], {
    cookie: seller.cookie,
  });
  expect(sent.status).toBe(200);
  const { rows } = await pool.query('select min(listing_id) as first from order_cars where order_id = $1', [orderId]);
  const listing = { listing_id: String(rows[0].first) };
  expect((await record(handover({ ...photos, rear: id }, listing))).status).toBe(400);
  expect((await record(handover(photos, listing))).status).toBe(200);
});

test('refuses a handover that was signed before the order or in the future', async () => {
  const photos = await addPhotos();
  for (const days of [-30, 2]) {
    const captured_at = daysFromNow(days).toISOString();
    expect((await record(handover(photos, { captured_at }))).body.fields).toHaveProperty('captured_at');
  }
});

test('refuses a withdrawn photo, and a photo of a signed handover cannot be withdrawn', async () => {
  const photos = await addPhotos();
  const withdraw = (file: string | undefined) =>
    postJson(app, `/api/orders/${orderId}/files/${file}/withdrawal`, { reason: 'Blurred.' }, { cookie: seller.cookie });
  const other = (await addPhotos()).front!;
  expect((await withdraw(photos.front)).status).toBe(200);
  expect((await record(handover(photos))).body.fields.photos).toContain('photo');
  expect((await record(handover({ ...photos, front: other }))).status).toBe(200);
  expect((await withdraw(other)).status).toBe(403);
});

test('refuses a PDF in place of a photo', async () => {
  const photos = await addPhotos();
  const id = randomUUID();
  const pdf = new File(['%PDF-1.4\n% a report\n%%EOF\n'], 'rear.pdf');
  const fields: [string, string | File][] = [
    ['id', id],
    ['kind', 'inspection'],
    ['file', pdf],
  ];
  const sent = await postForm(app, `/api/orders/${orderId}/files`, fields, { cookie: seller.cookie });
  expect(sent.status).toBe(200);
  expect((await record(handover({ ...photos, rear: id }))).status).toBe(400);
});

test.each([
  ['cancelled', 409],
  ['held', 409],
  ['completed', 200],
])('an order that is %s is answered with %i', async (life, status) => {
  const photos = await addPhotos();
  await pool.query('alter table orders disable trigger user');
  await pool.query(
    "update orders set life = $2, ended_at = case when $2 in ('cancelled', 'completed') then now() end where id = $1",
    [orderId, life],
  );
  await pool.query('alter table orders enable trigger user');
  expect((await record(handover(photos))).status).toBe(status);
});

test('refuses the id of a report as the id of a handover', async () => {
  const photos = await addPhotos();
  const event = { id: randomUUID(), step: 'inspection', certainty: 'estimated', happens_at: testNow().toISOString() };
  const told = await postJson(app, `/api/orders/${orderId}/events`, event, { cookie: seller.cookie });
  expect(told.status).toBe(200);
  expect((await record(handover(photos, { id: event.id }))).status).toBe(422);
  expect((await list()).items).toEqual([]);
});

test('only the parties and the office can read a handover', async () => {
  await record(handover(await addPhotos()));
  const url = `/api/orders/${orderId}/handovers`;
  const status = async (cookie: string) => (await getJson(app, url, cookie)).status;
  expect(await status((await signIn(pool)).cookie)).toBe(404);
  expect(await status((await signInAdmin(pool, { role: 'moderator' })).cookie)).toBe(403);
  expect(await status((await signInAdmin(pool, { role: 'finance' })).cookie)).toBe(200);
});

test('a seller can hand over only their own cars', async () => {
  const photos = await addPhotos();
  const other = await signIn(pool);
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Han', priceCents: PRICE * 100 }]);
  await pool.query(
    `insert into order_cars (order_id, listing_id, seller_id, price_cents, tax_cents, fee_cents, total_cents, commission_cents, sells)
     select order_id, $2, $3, price_cents, tax_cents, fee_cents, total_cents, commission_cents, false from order_cars where order_id = $1`,
    [orderId, car, other.id],
  );
  expect((await record(handover(photos, { listing_id: String(car) }))).status).toBe(400);
  expect((await record(handover(photos, { listing_id: String(car) }), other)).status).toBe(400);
  seller = other;
  expect((await record(handover(await addPhotos(), { listing_id: String(car) }))).status).toBe(200);
});

test('refuses photos of another order', async () => {
  const photos = await addPhotos();
  orderId = await order('Sell');
  expect((await record(handover(photos))).status).toBe(400);
});

test.each([
  ['the buyer', () => buyer.cookie, 403],
  ['another user', async () => (await signIn(pool)).cookie, 404],
  ['support', async () => (await signInAdmin(pool, { role: 'support' })).cookie, 200],
  ['finance', async () => (await signInAdmin(pool, { role: 'finance' })).cookie, 403],
])('answers %s who records a handover', async (_who, cookie, status) => {
  expect((await record(handover(await addPhotos()), { cookie: await cookie() })).status).toBe(status);
});

test('the return of a rental is compared with the pick-up, and only the office sees proposed charges', async () => {
  orderId = await order('Rent');
  await pool.query("update bookings set ends_at = ends_at + interval '3 days' where offer = 'Rent'");
  const photos = await addPhotos();
  expect((await record(handover(photos, { kind: 'pick_up', damage: '' }))).status).toBe(200);
  expect((await list()).differences).toEqual([]);
  const back = { kind: 'return', odometer: 12_745, keys: 1, fuel_percent: 30, damage: 'Dent in the rear bumper.' };
  expect((await record(handover(photos, back))).status).toBe(400);
  expect((await record(handover(await addPhotos(), back))).status).toBe(200);
  const [difference] = (await list(admin)).differences;
  expect(difference).toMatchObject({ distance_km: 400, keys_missing: 1, fuel_missing: 50 });
  expect(difference.proposed).toEqual(['damage', 'fuel', 'missing_key']);
  expect((await list()).differences).toMatchObject([{ new_damage: 'Dent in the rear bumper.', proposed: [] }]);
  expect(await stepOf('return')).toMatchObject({ state: 'done' });
});

test.each([
  ['Sell', {}],
  ['Rent', { kind: 'pick_up', damage: '' }],
] as const)('a signed handover of the offer %s cannot be withdrawn as a report', async (offer, fields) => {
  if (offer === 'Rent') orderId = await order('Rent');
  const body = handover(await addPhotos(), fields);
  expect((await record(body)).status).toBe(200);
  const url = `/api/orders/${orderId}/events/${body.id}/withdrawal`;
  expect((await postJson(app, url, { reason: 'No.' }, { cookie: admin.cookie })).status).toBe(403);
});
