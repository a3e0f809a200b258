import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { CAR, sellingCalls } from '../../../../../tests/support/catalog/selling.ts';
import { addUser, PASSWORD, sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo } from '../../../../../tests/support/mail/mails.ts';
import { pagesApp } from '../../../../../tests/support/server/pages-app.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

test('exports a seller’s listings, and removes them when the account is closed', async () => {
  const { pool } = await testDatabase();
  const app = await testApp(pool);
  const [sold = 0, others = 0] = await addCars(pool, [
    { make: 'BYD', model: 'Seal' },
    { make: 'BYD', model: 'Han' },
  ]);
  const { id } = await addUser(pool);
  await pool.query('update listings set user_id = $1 where id = $2', [id, sold]);
  const cookie = await sessionOf(pool, id);
  const { body } = await postJson(app, '/api/my-data', { password: PASSWORD }, { cookie });
  expect(body.listings).toMatchObject([{ id: sold, make: 'BYD', model: 'Seal' }]);
  expect((await postJson(app, '/api/delete-account', { password: PASSWORD }, { cookie })).body.flag).toBe('1');
  expect((await getJson(app, `/api/listings/${sold}`)).status).toBe(404);
  expect((await getJson(app, `/api/listings/${others}`)).status).toBe(200);
  const { pagination } = (await getJson(app, '/api/listings/listings')).body;
  expect(pagination.totalItems).toBe(1);
});

let app: FastifyInstance;
let pool: pg.Pool;
let admin: string;
let calls: ReturnType<typeof sellingCalls>;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  admin = (await signInAdmin(pool)).cookie;
  calls = sellingCalls(app, admin);
});
beforeEach(() => pool.query('delete from request_counts'));

describe('a new listing', () => {
  test('is in review and visible only to its owner', async () => {
    const seller = await signIn(pool);
    const { status, body } = await calls.list(seller);
    expect(status).toBe(200);
    expect(body).toEqual({
      flag: '1',
      message: 'Your car listing request has been successfully processed!',
      listing_id: body.id,
      id: body.id,
      _id: String(body.id),
      listing_status: 'requested',
    });
    expect(await calls.publicStatus(body.id)).toBe(404);
    expect(await calls.mine(seller, body.id)).toMatchObject({
      state: 'requested',
      version: 1,
      values: { make: 'BYD', price: '14800.50', mileage: '31800', contactMethods: ['chat'] },
    });
    const { listings } = (await getJson(app, '/api/my-listings', seller.cookie)).body;
    expect(listings).toMatchObject([
      { id: body.id, state: 'requested', views: 0, favourites: 0, moves: ['edit', 'delete'] },
    ]);
  });

  test('stores the drive, which an edit changes or removes', async () => {
    const seller = await signIn(pool);
    const { id } = (await calls.list(seller, { drive: 'rear' })).body;
    expect(await calls.mine(seller, id)).toMatchObject({ values: { drive: 'rear' } });
    await calls.decide(id, { decision: 'approve', version: 1 });
    const drive = async () => (await getJson(app, `/api/listings/${id}`, admin)).body.drive;
    expect(await drive()).toBe('rear');
    for (const [typed, stored] of [
      ['all', 'all'],
      ['', null],
    ]) {
      expect((await calls.edit(seller, id, { drive: typed })).status).toBe(200);
      expect(await drive()).toBe(stored);
    }
    expect((await calls.list(seller, { drive: '4wd' })).body).toMatchObject({
      fields: { 'values.drive': 'Please choose one' },
    });
  });

  test('stores the facts that decide about import, and refuses those that contradict each other', async () => {
    const seller = await signIn(pool);
    const facts = {
      fuelType: 'electric',
      productionMonth: '2022-11',
      firstRegistrationMonth: '2023-02',
      firstRegistrationCountry: 'CN',
      powerKw: '230',
      lengthMm: '4,800',
      batteryKwh: '82.5',
      batteryHealth: '96',
      batteryHealthDate: '2026-01-31',
      chargePort: 'gbt',
      displayLanguage: 'several',
    };
    const { id } = (await calls.list(seller, facts)).body;
    expect(await calls.mine(seller, id)).toMatchObject({ values: { ...facts, lengthMm: '4800', keys: '' } });
    await calls.decide(id, { decision: 'approve', version: 1 });
    expect((await getJson(app, `/api/listings/${id}`)).body).toMatchObject({
      productionMonth: '2022-11',
      powerKw: 230,
      lengthMm: 4800,
      widthMm: null,
      batteryKwh: 82.5,
      batteryHealthDate: '2026-01-31',
      emission: null,
      catalogFacts: { steering: 'left', date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) },
    });
    expect(
      (await calls.list(seller, { productionMonth: '2020-01', firstRegistrationMonth: '2019-12' })).body,
    ).toMatchObject({
      fields: {
        'values.productionMonth': expect.stringContaining('more than a year'),
        'values.firstRegistrationMonth': 'This is before the car was built',
      },
    });
    const { status, body } = await calls.edit(seller, id, { fuelType: 'petrol' });
    expect(status).toBe(400);
    expect(Object.keys(body.fields).sort()).toEqual(['batteryHealth', 'batteryHealthDate', 'batteryKwh', 'chargePort']);
    expect((await calls.edit(seller, id, { keys: '2', batteryKwh: '' })).status).toBe(200);
    expect((await getJson(app, `/api/listings/${id}`)).body).toMatchObject({ keys: 2, batteryKwh: null });
  });

  test('accepts option words in any letter case, and 0 as the engine of an electric car', async () => {
    const seller = await signIn(pool);
    const words = { carType: 'Sedan', fuelType: 'Electric', transmission: 'Automatic', engine: '0' };
    const { id } = (await calls.list(seller, words)).body;
    const stored = { carType: 'sedan', fuelType: 'electric', transmission: 'automatic', engine: '' };
    expect(await calls.mine(seller, id)).toMatchObject({ values: stored });
    expect((await calls.edit(seller, id, { carType: 'SUV' })).status).toBe(200);
    expect(await calls.mine(seller, id)).toMatchObject({ values: { ...stored, carType: 'suv' } });
  });

  test('ignores fields that a seller may not set', async () => {
    const [seller, other] = [await signIn(pool), await signIn(pool)];
    const forged = {
      listing_status: 'active',
      certified: 'true',
      _id: '1',
      id: '1',
      dateposted: '1999-01-01',
      taxRate: '0',
    };
    const { body } = await calls.list(seller, forged);
    const { rows } = await pool.query(
      'select status, certified, user_id, tax_rate::float8 as tax from listings where id = $1',
      [body.id],
    );
    expect(rows).toEqual([{ status: 'requested', certified: false, user_id: seller.id, tax: 0.08 }]);
    expect((await calls.list(seller, { user_id: String(other.id) })).status).toBe(403);
    expect((await calls.list(seller, { user_id: String(seller.id) })).status).toBe(200);
  });

  test('is created once when the request is repeated', async () => {
    const seller = await signIn(pool);
    const key = { 'idempotency-key': 'draft-1' };
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => calls.list(seller, {}, key)));
    const again = await calls.list(seller, {}, key);
    const ids = new Set([first, ...others, again].filter((each) => each?.status === 200).map((each) => each?.body.id));
    expect(ids.size).toBe(1);
    expect((await calls.list(seller, { model: 'Han' }, key)).status).toBe(422);
    const { rowCount } = await pool.query('select 1 from listings where user_id = $1', [seller.id]);
    expect(rowCount).toBe(1);
  });

  test('uses the catalog name of a known make and keeps an unknown make as typed', async () => {
    await pool.query(
      "insert into makes (name, name_key, aliases, known) values ('BYD', 'byd', '{比亚迪}', true) on conflict (name_key) do update set aliases = '{比亚迪}', known = true",
    );
    const seller = await signIn(pool);
    const known = (await calls.list(seller, { make: '比亚迪', model: 'Seagull' })).body;
    expect((await calls.mine(seller, known.id)).values.make).toBe('BYD');
    const unknown = (await calls.list(seller, { make: 'Zhonghua', model: 'H530' })).body;
    expect((await calls.mine(seller, unknown.id)).values.make).toBe('Zhonghua');
  });

  test.each([
    ['Chinese', '比亚迪'.repeat(3_333)],
    ['many lines', 'x\n'.repeat(4_999)],
  ])('accepts the longest description in %s unchanged', async (_, description) => {
    const seller = await signIn(pool);
    const { status, body } = await calls.list(seller, { description });
    expect(status).toBe(200);
    expect((await calls.mine(seller, body.id)).values.description).toBe(description.trim());
  });

  test('strips directional overrides from texts', async () => {
    const seller = await signIn(pool);
    const { id } = (await calls.list(seller, { location: 'Lagos\u202e \u2066سيارة' })).body;
    expect((await calls.mine(seller, id)).values.location).toBe('Lagos سيارة');
  });

  test('is rejected with an error for each field', async () => {
    const seller = await signIn(pool);
    const { status, body } = await calls.list(seller, {
      price: '0',
      year: '9999',
      location: '',
      serviceHistory: 'no json',
    });
    expect(status).toBe(400);
    expect(body.fields).toMatchObject({
      'values.price': expect.stringContaining('from 1 to 5,000,000'),
      'values.year': expect.any(String),
      'values.location': 'Please fill this in',
      'values.serviceHistory': expect.any(String),
    });
  });

  test.each(['[]', 'null', '1', '"x"', '{"recentServicing":"yes"}'])(
    'rejects service history %s as malformed',
    async (history) => {
      expect((await calls.list(await signIn(pool), { serviceHistory: history })).status).toBe(400);
    },
  );

  test('takes an empty service history and empty features as nothing stated', async () => {
    const { status } = await calls.list(await signIn(pool), { serviceHistory: '{}', extraFeatures: '{}' });
    expect(status).toBe(200);
  });

  test('is rejected if another listing of the seller has its VIN', async () => {
    const seller = await signIn(pool);
    await calls.list(seller, { vin: 'LGXCE4CB5P0123456' });
    const { status, body } = await calls.list(seller, { vin: 'LGXCE4CB5P0123456' });
    expect(status).toBe(409);
    expect(body.fields).toEqual({ vin: 'You have another listing with this VIN.' });
    expect((await calls.list(await signIn(pool), { vin: 'LGXCE4CB5P0123456' })).status).toBe(200);
  });

  test('requires a confirmed email address if the operator requires one', async () => {
    const strict = await testApp(pool, { UNCONFIRMED_MAY_TRADE: 'no' });
    const pending = await signIn(pool, { status: 'Pending' });
    const sent = await postForm(strict, '/api/listings/listings', Object.entries(CAR), { cookie: pending.cookie });
    expect(sent).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('confirm your email address') },
    });
    expect((await calls.list(pending)).status).toBe(200);
  });

  test('escapes its texts wherever they appear', async () => {
    const evil = '</script><script>alert(1)</script>';
    const seller = await signIn(pool, { name: 'Mallory <b>' });
    const { id } = (await calls.list(seller, { model: evil, location: evil, description: evil })).body;
    await calls.decide(id, { decision: 'return', reasons: [evil], version: 1 });
    await calls.edit(seller, id, {});
    await calls.decide(id, { decision: 'approve', version: 3 });
    const site = await pagesApp(pool);
    const moved = await site.inject(`/buy-car/x-${id}`);
    const page = await site.inject(String(moved.headers.location));
    expect(page.statusCode).toBe(200);
    expect(page.body.includes('<script>alert(1)')).toBe(false);
    for (const mail of await mailsTo(pool, seller.email)) expect(mail.html).not.toMatch(/<script>|<b>/);
  });
});
