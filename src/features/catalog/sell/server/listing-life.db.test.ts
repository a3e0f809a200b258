import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sellingCalls } from '../../../../../tests/support/catalog/selling.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo } from '../../../../../tests/support/mail/mails.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

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

describe('a listing', () => {
  test('is found after a moderator approves it', async () => {
    const seller = await signIn(pool);
    const { id } = (await calls.list(seller, { make: 'Voyah', model: 'Dream' })).body;
    expect((await calls.decide(id, { decision: 'approve', version: 1 })).body).toMatchObject({
      flag: '1',
      state: 'active',
      version: 2,
    });
    expect(await calls.publicStatus(id)).toBe(200);
    expect((await mailsTo(pool, seller.email)).at(-1)?.subject).toBe('Your 2023 Voyah Dream is live');
  });

  test('adds its make and model to the search vocabulary only once the office approves the names', async () => {
    const seller = await signIn(pool);
    const live = await calls.liveCar(seller);
    const approveNames = async () => {
      await pool.query('update makes set known = true');
      await pool.query('update models set known = true');
    };
    await approveNames();
    const { id } = (await calls.list(seller, { make: 'BYD Seal', model: 'Zq7' })).body;
    const found = async (q: string) => {
      const { body } = await getJson(await testApp(pool), `/api/listings/search?${new URLSearchParams({ q })}`);
      return body.listings.map((car: { id: number }) => car.id);
    };
    await calls.decide(id, { decision: 'approve', version: 1 });
    expect(await found('byd seal')).toContain(live);
    expect(await found('zq7')).toEqual([]);
    await approveNames();
    expect(await found('zq7')).toEqual([id]);
  });

  test('is in review again after it was returned with reasons and corrected', async () => {
    const seller = await signIn(pool);
    const { id } = (await calls.list(seller)).body;
    expect((await calls.decide(id, { decision: 'return', version: 1 })).status).toBe(400);
    await calls.decide(id, { decision: 'return', reasons: ['The photos are too dark.'], version: 1 });
    expect(await calls.mine(seller, id)).toMatchObject({
      state: 'returned',
      reasons: ['The photos are too dark.'],
      moves: ['edit', 'delete'],
    });
    expect((await mailsTo(pool, seller.email)).at(-1)?.text).toContain('The photos are too dark.');
    expect((await calls.edit(seller, id, { description: 'New photos.' })).body).toMatchObject({
      state: 'requested',
      message: expect.stringContaining('in review again'),
    });
    expect(await calls.mine(seller, id)).toMatchObject({ state: 'requested', reasons: [] });
  });

  test('stays rejected', async () => {
    const seller = await signIn(pool);
    const { id } = (await calls.list(seller)).body;
    await calls.decide(id, { decision: 'reject', reasons: ['Stolen.'], version: 1 });
    expect((await calls.edit(seller, id, {})).status).toBe(409);
    expect((await calls.decide(id, { decision: 'approve', version: 2 })).status).toBe(409);
    expect(await calls.mine(seller, id)).toMatchObject({ state: 'rejected', reasons: ['Stolen.'] });
  });

  test.each([
    [{ description: 'With a tow bar.', exteriorColor: 'Blue' }, 'active'],
    [{ price: '14000' }, 'requested'],
    [{ year: '2022' }, 'requested'],
    [{ model: 'Seal U' }, 'requested'],
    [{ vin: 'LGXCE4CB5P0999999' }, 'requested'],
    [{ mileage: '1' }, 'requested'],
    [{ RentSell: 'Rent' }, 'requested'],
  ])('an edit of an active car that changes %j leaves it %s', async (change, state) => {
    const seller = await signIn(pool);
    const id = await calls.liveCar(seller);
    expect((await calls.edit(seller, id, change)).body).toMatchObject({ flag: '1', state });
    expect(await calls.publicStatus(id)).toBe(state === 'active' ? 200 : 404);
  });

  test.each([
    ['added', [], ['a']],
    ['replaced', ['a', 'b'], ['a', 'c']],
    ['removed', ['a', 'b'], ['a']],
    ['all removed', ['a'], []],
  ])('is reviewed again after photos were %s, and the audit log has both', async (_, before, after) => {
    const seller = await signIn(pool);
    const id = await calls.liveCar(seller);
    const keys = (names: string[]) => names.map((name) => `photo-${name.repeat(32)}`);
    await pool.query(
      `insert into uploads (user_id, key, sha256, bytes, stored_at)
       select $1, key, sha256(key::bytea), 1, now() from unnest($2::text[]) as key`,
      [seller.id, keys(['a', 'b', 'c'])],
    );
    await pool.query('update listings set image_keys = $2 where id = $1', [id, keys(before)]);
    const save = async (photos: string[]) => {
      const { values, version } = await calls.mine(seller, id);
      const body = { version, values, photos: keys(photos), report: null };
      return (await postJson(app, `/api/my-listings/${id}`, body, { cookie: seller.cookie, method: 'PUT' })).body;
    };
    expect(await save([...before].reverse())).toMatchObject({ state: 'active' });
    expect(await save(after)).toMatchObject({ state: 'requested' });
    const { rows } = await pool.query(
      "select details from audit_log where action = 'listing edited' and subject_id = $1 order by id desc limit 1",
      [id],
    );
    expect(rows[0].details).toMatchObject({ photosBefore: keys([...before].reverse()), photosAfter: keys(after) });
  });

  test('keeps optional values that an edit lacks, and requires the others', async () => {
    const seller = await signIn(pool);
    const { id } = (await calls.list(seller, { fuelType: 'diesel', seatingCapacity: '5' })).body;
    expect((await calls.edit(seller, id, { fuelType: undefined, seatingCapacity: '' })).status).toBe(200);
    expect((await calls.mine(seller, id)).values).toMatchObject({ fuelType: 'diesel', seatingCapacity: '' });
    const { status, body } = await calls.edit(seller, id, { location: undefined, mileage: undefined });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['values.mileage', 'values.location']]);
  });

  test('rejects a stale edit and saves nothing of it', async () => {
    const seller = await signIn(pool);
    const id = await calls.liveCar(seller);
    await calls.edit(seller, id, { description: 'First.' });
    const { status, body } = await calls.edit(seller, id, { description: 'Second.' }, 2);
    expect(status).toBe(409);
    expect(body.message).toContain('changed elsewhere');
    expect((await calls.mine(seller, id)).values.description).toBe('First.');
  });

  test('can be paused, resumed and marked as sold by its owner', async () => {
    const seller = await signIn(pool);
    const id = await calls.liveCar(seller);
    expect((await calls.move(seller, id, { move: 'pause', version: 2 })).body).toMatchObject({
      state: 'paused',
      version: 3,
    });
    expect(await calls.publicStatus(id)).toBe(404);
    expect((await calls.move(seller, id, { move: 'pause', version: 3 })).status).toBe(409);
    expect((await calls.move(seller, id, { move: 'resume', version: 3 })).body.state).toBe('active');
    expect((await calls.move(seller, id, { move: 'sold', version: 4 })).body.state).toBe('sold');
    const refused = await calls.move(seller, id, { move: 'resume', version: 5 });
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('sold or rented') } });
    expect(await calls.publicStatus(id)).toBe(200);
  });

  test('is gone for everyone after deletion, and its VIN can be used again', async () => {
    const seller = await signIn(pool);
    const { id } = (await calls.list(seller, { vin: 'LGXCE4CB5P0777777' })).body;
    const remove = () =>
      postJson(app, `/api/my-listings/${id}`, undefined, { method: 'DELETE', cookie: seller.cookie });
    expect((await remove()).body.flag).toBe('1');
    expect((await remove()).status).toBe(404);
    expect((await calls.list(seller, { vin: 'LGXCE4CB5P0777777' })).status).toBe(200);
  });

  test('is 404 for other users', async () => {
    const [seller, other] = [await signIn(pool), await signIn(pool)];
    const id = await calls.liveCar(seller);
    const requests = [
      getJson(app, `/api/my-listings/${id}`, other.cookie),
      calls.move(other, id, { move: 'sold', version: 2 }),
      postJson(app, `/api/my-listings/${id}`, undefined, { method: 'DELETE', cookie: other.cookie }),
      calls.move(other, 999_999, { move: 'sold', version: 1 }),
    ];
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await calls.publicStatus(id)).toBe(200);
  });

  test('of two concurrent status changes, one succeeds and one gets 409', async () => {
    const seller = await signIn(pool);
    const id = await calls.liveCar(seller);
    const both = await Promise.all([
      calls.move(seller, id, { move: 'pause', version: 2 }),
      calls.move(seller, id, { move: 'sold', version: 2 }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('records every step in the audit log', async () => {
    const seller = await signIn(pool);
    const id = await calls.liveCar(seller);
    await calls.edit(seller, id, { price: '1' });
    const { rows } = await pool.query(
      "select actor_kind, action, details from audit_log where subject_kind = 'listing' and subject_id = $1 order by id",
      [id],
    );
    expect(rows).toMatchObject([
      { actor_kind: 'user', action: 'listing created' },
      {
        actor_kind: 'admin',
        action: 'listing approved',
        details: { before: { status: 'requested' }, after: { status: 'active' } },
      },
      {
        actor_kind: 'user',
        action: 'listing edited',
        details: {
          identity: ['priceCents'],
          before: { price: '14800.50' },
          after: { price: '1' },
          from: 'active',
          to: 'requested',
        },
      },
    ]);
  });

  test('counts views while it is active', async () => {
    const seller = await signIn(pool);
    const id = await calls.liveCar(seller);
    await Promise.all([1, 2, 3].map(() => postJson(app, `/api/listings/${id}/views`, {})));
    await postJson(app, '/api/listings/999999/views', {});
    const { listings } = (await getJson(app, '/api/my-listings', seller.cookie)).body;
    expect(listings[0].views).toBe(3);
  });
});
