import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo } from '../../../../../tests/support/mail/mails.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { makePicture } from '../../../../../tests/support/site/media/media.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };
let seller: { id: number; email: string; cookie: string };

const CAR = {
  listing_status: 'active',
  RentSell: 'Sell',
  make: 'BYD',
  model: 'Seal',
  year: '2023',
  mileage: '18000',
  price: '14800.50',
  location: 'Guangzhou',
  carType: 'sedan',
  condition: 'Good',
  serviceHistory: '{"recentServicing":true,"noAccidentHistory":false,"modifications":false}',
  extraFeatures: '{"gps":true,"sunroof":false,"leatherSeats":false,"backupCamera":false}',
  priceBreakdown: '{"taxRate":0.1,"registrationFee":250.5}',
  certified: 'true',
};

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  admin = await signInAdmin(pool);
  seller = await signIn(pool);
});

const add = (fields: Record<string, string> = {}, files: [string, File][] = []) =>
  postForm(
    app,
    '/api/listings',
    [...Object.entries({ user_id: String(seller.id), ...CAR, ...fields }), ...files],
    admin,
  );
const added = async (fields: Record<string, string> = {}): Promise<number> => (await add(fields)).body.listing_id;
const read = async (id: number) => (await getJson(app, `/api/listings/${id}`, admin.cookie)).body;
const change = (id: number, body: object) => postJson(app, `/api/listings/${id}`, body, { ...admin, method: 'PUT' });
const remove = (id: number) => postJson(app, `/api/listings/${id}`, undefined, { ...admin, method: 'DELETE' });
const restore = (id: number, version: number) => postJson(app, `/api/admin/listings/${id}/restore`, { version }, admin);
const auditOf = async (id: number) => {
  const { rows } = await pool.query(
    "select action, actor_id, details from audit_log where subject_kind = 'listing' and subject_id = $1 order by id",
    [id],
  );
  return rows;
};

describe('adding a listing', () => {
  test('creates it for a user, with photos and the facts that only administrators set', async () => {
    const folder = await scratchFolder();
    const image = new File([readFileSync(await makePicture(folder))], 'a.jpg');
    const { status, body } = await add({}, [['images', image]]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ flag: '1', message: 'Listing added successfully!', listing_status: 'active' });
    const listing = await read(body.listing_id);
    expect(listing).toMatchObject({
      user_id: seller.id,
      make: 'BYD',
      price: 14_800.5,
      mileage: 18_000,
      certified: true,
      extraFeatures: { gps: true },
      priceBreakdown: { taxRate: 0.1, registrationFee: 250.5 },
    });
    expect(listing.images[0].url).toMatch(/^\/media\/photo-/);
    expect((await getJson(app, `/api/listings/${body.listing_id}`)).status).toBe(200);
    expect(await auditOf(body.listing_id)).toMatchObject([
      { action: 'listing added', actor_id: admin.id, details: { after: { make: 'BYD', user_id: String(seller.id) } } },
    ]);
  });

  test.each(['', 'abc', '-1', '0', '1e3', '12; drop table users'])('rejects the invalid user ID %j', async (id) => {
    const { status, body } = await add({ user_id: id });
    expect(status).toBe(400);
    expect(body.message).toBe('Please enter a valid user ID (numeric value).');
    expect(body.fields.user_id).toBe('Please enter a valid user ID (numeric value).');
  });

  test('rejects an unknown user ID', async () => {
    expect((await add({ user_id: '999999' })).body.message).toBe('There’s no user with this ID.');
  });

  test.each([
    { price: '-1' },
    { price: '0' },
    { price: '1e308' },
    { price: '0.001' },
    { price: '12.345' },
    { price: '100000000.01' },
    { year: '21' },
    { mileage: '-5' },
    { seatingCapacity: '99' },
    { carType: 'spaceship' },
    { listing_status: 'rejected' },
    { make: 'a\0b' },
    { priceBreakdown: '{"taxRate":7}' },
    { priceBreakdown: '{"registrationFee":-1}' },
    { serviceHistory: '[]' },
    { certified: 'yes' },
    { priceBreakdown: '[0.1]' },
    { location: 'x'.repeat(121) },
    { productionMonth: '2020-01' },
    { chargePort: 'gbt' },
    { fuelType: 'electric', batteryKwh: '0.1' },
  ])('rejects %j', async (fields: Record<string, string>) => {
    const { status, body } = await add(fields);
    expect(status).toBe(400);
    expect(body.message).toBe('Error adding listing');
    expect(Object.keys(body.fields).length).toBeGreaterThan(0);
  });

  test('accepts 12,000 as a price, and a requested car is in review', async () => {
    const id = await added({ price: '12,000', listing_status: 'requested' });
    expect(await read(id)).toMatchObject({ price: 12_000, listing_status: 'requested', state: 'requested' });
    expect((await getJson(app, `/api/listings/${id}`)).status).toBe(404);
  });
});

describe('changing a listing', () => {
  test('checks a changed fuel and year against the facts that depend on them', async () => {
    const id = await added({ fuelType: 'electric', batteryKwh: '82.5', productionMonth: '2022-11', emission: '' });
    expect(await read(id)).toMatchObject({ batteryKwh: 82.5, productionMonth: '2022-11' });
    expect((await change(id, { fuelType: 'petrol' })).body.fields).toHaveProperty('batteryKwh');
    expect((await change(id, { year: 2025 })).body.fields).toHaveProperty('productionMonth');
    expect((await change(id, { keys: 2 })).status).toBe(200);
    expect((await change(id, { fuelType: 'petrol', batteryKwh: null, emission: 'china6' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ keys: 2, batteryKwh: null, emission: 'china6' });
  });

  test('accepts numbers or texts, nested or flat, and keeps missing fields', async () => {
    const id = await added();
    const { body } = await change(id, {
      version: (await read(id)).version,
      price: { $numberDecimal: '15000.25' },
      year: 2022,
      seatingCapacity: '5',
      priceBreakdown: { taxRate: '0.05', registrationFee: 400 },
      extraFeatures: { gps: false, sunroof: true, leatherSeats: false, backupCamera: false },
    });
    expect(body).toMatchObject({ flag: '1', message: 'Listing updated successfully!', listing_status: 'active' });
    expect(await read(id)).toMatchObject({
      price: 15_000.25,
      year: 2022,
      seatingCapacity: 5,
      mileage: 18_000,
      certified: true,
      priceBreakdown: { taxRate: 0.05, registrationFee: 400 },
      extraFeatures: { gps: false, sunroof: true },
    });
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'listing changed',
      details: { before: { price: '14800.50', year: '2023' }, after: { price: '15000.25', year: '2022' } },
    });
  });

  test('sets and removes the drive', async () => {
    const id = await added({ drive: 'front' });
    expect(await read(id)).toMatchObject({ drive: 'front' });
    await change(id, { drive: 'all' });
    expect(await read(id)).toMatchObject({ drive: 'all' });
    expect((await change(id, { drive: 'both' })).status).toBe(400);
    await change(id, { drive: null });
    expect(await read(id)).toMatchObject({ drive: null });
    expect((await auditOf(id))[1]).toMatchObject({ details: { before: { drive: 'front' }, after: { drive: 'all' } } });
  });

  test('changes nothing when a listing is sent back as it was read', async () => {
    const id = await added();
    await pool.query("update listings set mileage = 31800, mileage_unit = 'km' where id = $1", [id]);
    const before = await read(id);
    expect((await change(id, before)).status).toBe(200);
    const { version: _, date_updated: __, ...after } = await read(id);
    expect(before).toMatchObject(after);
    expect((await auditOf(id)).at(-1)?.details).toEqual({ before: {}, after: {} });
  });

  test('accepts changes to an incomplete imported listing', async () => {
    const id = await added();
    await pool.query('update listings set car_type = null, location = null, mileage = null where id = $1', [id]);
    expect((await change(id, { price: 9_000 })).status).toBe(200);
    expect(await read(id)).toMatchObject({ price: 9_000, carType: null, location: null, mileage: null });
    expect((await change(id, { carType: '' })).status).toBe(200);
    const withType = await added();
    expect((await change(withType, { carType: '' })).body).toMatchObject({ message: 'Failed to save listing' });
  });

  test('refuses to publish a listing without a car type', async () => {
    const id = await added({ listing_status: 'requested' });
    await pool.query('update listings set car_type = null where id = $1', [id]);
    expect(await change(id, { listing_status: 'active' })).toMatchObject({
      status: 400,
      body: { message: 'Failed to save listing', fields: { carType: 'Please choose one' } },
    });
    expect((await change(id, { listing_status: 'active', carType: 'suv' })).status).toBe(200);
  });

  test('accepts option words in any letter case, and 0 as the engine of an electric car', async () => {
    const words = { carType: 'Sedan', fuelType: 'Electric', transmission: 'Automatic', engine: '0' };
    const id = await added(words);
    const stored = { carType: 'sedan', fuelType: 'electric', transmission: 'automatic', engine: null };
    expect(await read(id)).toMatchObject(stored);
    expect((await change(id, { carType: 'SUV', condition: 'good', engine: 0 })).status).toBe(200);
    expect(await read(id)).toMatchObject({ ...stored, carType: 'suv', condition: 'Good' });
    expect((await change(id, { fuelType: 'Petrol', engine: 0 })).status).toBe(400);
  });

  test.each([
    { price: -1 },
    { price: '1e9' },
    { price: 12.345 },
    { price: ['1'] },
    { make: '' },
    { make: { length: 3 } },
    { year: 1e19 },
    { mileage: 1.5 },
    { listing_status: 'paused' },
    { certified: 'maybe' },
    { certified: 1 },
    { priceBreakdown: 'x' },
    { priceBreakdown: { taxRate: true } },
    { images: ['/media/photo-of-another'] },
    { user_id: 1_000_000 },
  ])('rejects %j', async (body) => {
    const id = await added();
    expect((await change(id, body)).status).toBe(400);
    expect((await read(id)).version).toBe(2);
  });

  test('rejects a stale edit with 409, by version or by date', async () => {
    const id = await added();
    const { version, date_updated } = await read(id);
    expect((await change(id, { version, price: 10_000 })).status).toBe(200);
    for (const seen of [{ version }, { date_updated }]) {
      const { status, body } = await change(id, { ...seen, price: 11_000 });
      expect(status).toBe(409);
      expect(body.fields).toEqual({ version: 'stale' });
    }
    expect((await read(id)).price).toBe(10_000);
  });

  test('of two concurrent edits, one succeeds and one gets 409', async () => {
    const id = await added();
    const both = await Promise.all([1, 2].map((each) => change(id, { version: 2, price: 10_000 + each })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('sets any of the four statuses, and keeps an internal status with the same public name', async () => {
    const id = await added();
    for (const listing_status of ['sold', 'rented', 'requested', 'active']) {
      expect((await change(id, { listing_status })).body.listing_status).toBe(listing_status);
    }
    await pool.query("update listings set status = 'paused' where id = $1", [id]);
    await change(id, { listing_status: 'requested', price: 9_000 });
    expect(await read(id)).toMatchObject({ state: 'paused', price: 9_000 });
  });

  test('emails the seller when a requested car becomes active', async () => {
    const id = await added({ listing_status: 'requested', model: 'Dolphin' });
    await change(id, { listing_status: 'active' });
    expect((await mailsTo(pool, seller.email)).at(-1)?.subject).toBe('Your 2023 BYD Dolphin is live');
  });

  test('removes and reorders photos', async () => {
    const id = await added();
    await pool.query("update listings set image_keys = '{a,b,c}', image_placeholders = '{1,2,3}' where id = $1", [id]);
    expect((await change(id, { images: [{ url: '/media/c' }, '/media/a'] })).status).toBe(200);
    const { rows } = await pool.query('select image_keys, image_placeholders from listings where id = $1', [id]);
    expect(rows[0]).toEqual({ image_keys: ['c', 'a'], image_placeholders: ['3', '1'] });
  });
});

describe('deleting a listing', () => {
  test('hides it, and undo restores it', async () => {
    const id = await added();
    const { body } = await remove(id);
    expect(body).toMatchObject({ flag: '1', message: 'Listing deleted successfully' });
    expect((await getJson(app, `/api/listings/${id}`)).status).toBe(404);
    expect((await getJson(app, `/api/listings/${id}`, admin.cookie)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect((await restore(id, body.version - 1)).status).toBe(409);
    expect((await restore(id, body.version)).body).toMatchObject({ flag: '1', listing_status: 'active' });
    expect((await getJson(app, `/api/listings/${id}`)).status).toBe(200);
    const actions = (await auditOf(id)).map(({ action }) => action);
    expect(actions).toEqual(['listing added', 'listing deleted', 'listing restored']);
  });

  test('cannot be undone for a closed account or if another listing has its VIN', async () => {
    const vin = 'LGXCE4CB5P0123456';
    const id = await added({ vin });
    const { version } = (await remove(id)).body;
    const twin = await added({ vin });
    expect((await restore(id, version)).status).toBe(409);
    await remove(twin);
    await pool.query('update users set deleted_at = now() where id = $1', [seller.id]);
    expect((await restore(id, version)).status).toBe(409);
    await pool.query('update users set deleted_at = null where id = $1', [seller.id]);
    expect((await restore(id, version)).status).toBe(200);
  });
});

test('rejects a status, deletion or price change while a buyer is paying, and accepts other changes', async () => {
  const id = await added({ price: '10000', priceBreakdown: '{"taxRate":0.08,"registrationFee":300}' });
  await payingCalls(app).pay(await signIn(pool), id, 10_000);
  const { version } = await read(id);
  const refused = [{ listing_status: 'requested' }, { listing_status: 'sold' }, { price: 1 }].map((body) =>
    change(id, body),
  );
  for (const { status, body } of await Promise.all([...refused, remove(id)])) {
    expect([status, body.message]).toEqual([
      409,
      expect.stringContaining('This car is being paid for, sold or rented'),
    ]);
  }
  expect((await change(id, { version, description: 'With a tow bar.' })).status).toBe(200);
  expect(await read(id)).toMatchObject({ state: 'active', price: 10_000, description: 'With a tow bar.' });
});
