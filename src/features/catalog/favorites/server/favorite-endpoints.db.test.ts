import { beforeEach, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { PASSWORD, signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { testApp } from '../../../../../tests/support/server/test-app.ts';
import { MAX_FAVORITES } from '../model/favorites.ts';
import { insertFavorites } from './favorites.ts';

const UNKNOWN = 999_999;
const { pool } = await testDatabase();
const [seal = 0, sold = 0, rented = 0, requested = 0, paused = 0, gone = 0] = await addCars(pool, [
  { make: 'BYD', model: 'Seal', year: 2023 },
  { make: 'BYD', model: 'Qin', status: 'sold' },
  { make: 'BYD', model: 'Dolphin', status: 'rented', offer: 'Rent', priceCents: 4_500 },
  { make: 'BYD', model: 'Tang', status: 'requested' },
  { make: 'BYD', model: 'Han', status: 'paused' },
  { make: 'BYD', model: 'Song' },
]);
await pool.query('update listings set deleted_at = now() where id = $1', [gone]);
const app = await testApp(pool);

let user: { id: number; cookie: string };
beforeEach(async () => {
  user = await signIn(pool);
});

type Method = 'GET' | 'PUT' | 'DELETE' | 'POST';

async function call(method: Method, path: string, payload?: object, { cookie } = user) {
  const answer = await app.inject({ method, url: `/api${path}`, headers: { cookie }, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

const savedIds = async (person = user) => (await call('GET', '/favourites', undefined, person)).body.ids;

async function addSimilarCars(count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into listings (user_id, make_id, model_id, make, model, offer, status, year, price_cents)
     select user_id, make_id, model_id, make, model, offer, status, year, price_cents
     from listings, generate_series(1, $2::int) where id = $1 returning id`,
    [seal, count],
  );
  return rows.map(({ id }) => id);
}

test('saves cars once, lists them newest first as cards, and removes them', async () => {
  for (const id of [seal, sold, rented, seal]) {
    expect(await call('PUT', `/favourites/${id}`)).toEqual({ status: 200, body: { favourite: true } });
  }
  const { body } = await call('GET', '/favourites');
  expect(body.ids).toEqual([rented, sold, seal]);
  expect(body.listings[1]).toMatchObject({ id: sold, model: 'Qin', listing_status: 'sold', price: 15_000 });
  for (let time = 0; time < 2; time++) {
    expect(await call('DELETE', `/favourites/${sold}`)).toEqual({ status: 200, body: { favourite: false } });
  }
  expect(await savedIds()).toEqual([rented, seal]);
});

test.each([requested, paused, gone, UNKNOWN])('rejects a car that is not public (%i)', async (id) => {
  const { status, body } = await call('PUT', `/favourites/${id}`);
  expect([status, body.message]).toEqual([404, 'Car not found']);
});

test.each<[Method, string, object?]>([
  ['PUT', '/favourites/0'],
  ['PUT', '/favourites/x'],
  ['DELETE', '/favourites/-1'],
  ['POST', '/favourites/merge', {}],
  ['POST', '/favourites/merge', { ids: ['1'] }],
  ['POST', '/favourites/merge', { ids: [1.5] }],
  ['POST', '/favourites/merge', { ids: [0] }],
  ['POST', '/favourites/merge', { ids: Array(MAX_FAVORITES + 1).fill(1) }],
])('%s %s %j is 400', async (method, path, payload) => {
  expect((await call(method, path, payload)).status).toBe(400);
});

test('merges a browser’s favorites into the account’s in the order they were saved', async () => {
  await call('PUT', `/favourites/${rented}`);
  const ids = [sold, UNKNOWN, Number.MAX_SAFE_INTEGER, gone, seal, sold, rented];
  expect(await call('POST', '/favourites/merge', { ids })).toEqual({
    status: 200,
    body: { ids: [sold, seal, rented] },
  });
  expect((await call('POST', '/favourites/merge', { ids: [] })).body).toEqual({ ids: [sold, seal, rented] });
});

test('hides a saved car while it is off the market', async () => {
  expect((await call('POST', '/favourites/merge', { ids: [seal, paused] })).body.ids).toEqual([seal]);
  expect(await savedIds()).toEqual([seal]);
  await pool.query("update listings set status = 'active' where id = $1", [paused]);
  expect(await savedIds()).toEqual([paused, seal]);
  await pool.query("update listings set status = 'paused' where id = $1", [paused]);
});

test('drops the oldest beyond the limit', async () => {
  const many = await addSimilarCars(MAX_FAVORITES);
  await call('PUT', `/favourites/${rented}`);
  await call('POST', '/favourites/merge', { ids: many });
  expect(await savedIds()).toEqual(many.toReversed());
  await call('PUT', `/favourites/${sold}`);
  expect(await savedIds()).toEqual([sold, ...many.slice(1).toReversed()]);
});

test('two browsers of one user can merge at the same time', async () => {
  const many = await addSimilarCars(MAX_FAVORITES);
  for (let round = 0; round < 5; round++) {
    await pool.query('delete from favourites where user_id = $1', [user.id]);
    await Promise.all([many, many.toReversed()].map((ids) => insertFavorites(pool, user.id, ids)));
  }
  expect((await savedIds()).length).toBe(MAX_FAVORITES);
});

test('separates users, and requires a session', async () => {
  const other = await signIn(pool);
  await call('PUT', `/favourites/${seal}`);
  await call('PUT', `/favourites/${sold}`, undefined, other);
  await call('DELETE', `/favourites/${seal}`, undefined, other);
  expect([await savedIds(), await savedIds(other)]).toEqual([[seal], [sold]]);
  const nobody = { id: 0, cookie: '' };
  const refused = await Promise.all([
    call('GET', '/favourites', undefined, nobody),
    call('PUT', `/favourites/${seal}`, undefined, nobody),
    call('DELETE', `/favourites/${seal}`, undefined, nobody),
    call('POST', '/favourites/merge', { ids: [seal] }, nobody),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
});

test('exports favorites with the user’s data and deletes them with the account', async () => {
  const other = await signIn(pool);
  await call('PUT', `/favourites/${seal}`, undefined, other);
  await call('POST', '/favourites/merge', { ids: [paused, seal] });
  const { body } = await call('POST', '/my-data', { password: PASSWORD });
  expect(body.favourites).toEqual([
    { listingId: seal, make: 'BYD', model: 'Seal', year: 2023, createdAt: expect.stringMatching(/^2.*Z$/) },
    { listingId: paused, make: null, model: null, year: null, createdAt: expect.any(String) },
  ]);
  expect((await call('POST', '/delete-account', { password: PASSWORD })).body.flag).toBe('1');
  const { rows } = await pool.query('select listing_id from favourites where user_id = any($1)', [[user.id, other.id]]);
  expect(rows).toEqual([{ listing_id: seal }]);
});
