import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import type { CardContent } from '#features/site/server/api.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { pagesApp } from '../../../../../tests/support/server/pages-app.ts';
import { registerShareCards } from './share-card-routes.ts';

const { pool } = await testDatabase();
await loadSeed(pool);
const [seal = 0, bare = 0, requested = 0, sold = 0, popular = 0] = await addCars(pool, [
  { make: 'BYD', model: 'Seal' },
  { make: 'BYD', model: 'Han' },
  { make: 'BYD', model: 'Tang', status: 'requested' },
  { make: 'BYD', model: 'Qin', status: 'sold' },
  { make: 'BYD', model: 'Song' },
]);
await pool.query("update listings set image_keys = '{}' where id = $1", [bare]);
await pool.query("update listings set image_keys = '{photo-00000000000000000000000000000000}' where id = $1", [sold]);
const app = await pagesApp(pool);

/** Returns the og:image URL of a car's page. */
async function cardOf(id: number, search = ''): Promise<string> {
  const { body, headers } = await app.inject({ url: `/buy-car/x-${id}${search}` });
  const page = headers.location ? (await app.inject({ url: String(headers.location) })).body : body;
  return /property="og:image" content="http:\/\/localhost([^"]*)"/.exec(page)?.[1] ?? '';
}

test.each([
  ['a car', () => seal],
  ['a car without a picture', () => bare],
  ['a sold car whose photo is gone', () => sold],
])('the page of %s links an existing card of the stated size', async (_what, id) => {
  const { statusCode, headers, rawPayload } = await app.inject({ url: await cardOf(id()) });
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(headers['cache-control']).toContain('max-age=604800');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
});

test('a changed car has a new card, and the URL of the old card redirects to it', async () => {
  const before = await cardOf(seal);
  const { rawPayload } = await app.inject({ url: before });
  await pool.query('update listings set price_cents = 990000, updated_at = now() where id = $1', [seal]);
  const moved = await app.inject({ url: before });
  expect([moved.statusCode, moved.headers['cache-control']]).toEqual([302, 'no-cache']);
  const after = await app.inject({ url: `/api/media/cards/${moved.headers.location}` });
  expect(after.statusCode).toBe(200);
  expect(after.rawPayload.equals(rawPayload)).toBe(false);
});

test('the page of a car with a destination links a separate share card with the landed cost', async () => {
  const [plain, kenya] = [await cardOf(bare), await cardOf(bare, '?to=KE-KEMBA')];
  expect(plain).toMatch(/\/\d+-[0-9a-z]+\.jpg$/);
  expect(kenya).toMatch(/\/\d+-[0-9a-z]+\.KE-KEMBA\.\d+\.\d{8}\.jpg$/);
  const [one, other] = await Promise.all([app.inject({ url: plain }), app.inject({ url: kenya })]);
  expect([one.statusCode, other.statusCode]).toEqual([200, 200]);
  expect(one.rawPayload.equals(other.rawPayload)).toBe(false);
});

test('a card of an older version of the rules redirects, and one of no known place is the plain card', async () => {
  const plain = (await cardOf(bare)).replace('/api/media/cards/', '');
  const file = (place: string) => `/api/media/cards/${plain.replace('.jpg', `.${place}.jpg`)}`;
  const old = await app.inject({ url: file('KE-KEMBA.0.20200101') });
  expect([old.statusCode, old.headers.location]).toEqual([
    302,
    expect.stringMatching(/\.KE-KEMBA\.[1-9]\d*\.\d{8}\.jpg$/),
  ]);
  expect((await app.inject({ url: file('KE-TZDAR.1.20261123') })).headers.location).toMatch(
    /\.KE\.[1-9]\d*\.\d{8}\.jpg$/,
  );
  for (const place of ['ZZ.1.20261123', 'Kenya.1.20261123'])
    expect((await app.inject({ url: file(place) })).headers.location).toBe(plain);
});

test('answers 60 simultaneous requests for one card with 200', async () => {
  const url = await cardOf(popular);
  const cards = await Promise.all(Array.from({ length: 60 }, () => app.inject({ url })));
  expect(new Set(cards.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

test.each([
  ['a car not approved yet', () => `${requested}-1abc.jpg`, 404],
  ['a car nobody has', () => '999999-1abc.jpg', 404],
  ['no card at all', () => '..%2f..%2fetc.jpg', 400],
])('no card for %s', async (_what, file, status) => {
  expect((await app.inject({ url: `/api/media/cards/${file()}` })).statusCode).toBe(status);
});

test('a card says that its picture is a drawing, and a card with a photo does not', async () => {
  const marks: string[] = [];
  const renderer = { original: async () => ({ svg: '<svg/>' }) };
  const workers = {
    card: async (content: () => Promise<CardContent>) => {
      marks.push((await content()).text.mark);
      return Buffer.from('card');
    },
  };
  const cards = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  registerShareCards(cards, { reads: pool, media: { renderer, workers } as never, placeOf: async () => null });
  for (const id of [seal, sold]) {
    const { headers } = await cards.inject(`/api/media/cards/${id}-0.jpg`);
    await cards.inject(`/api/media/cards/${headers.location}`);
  }
  expect(marks).toEqual(['CarQuay · Drawing', 'CarQuay']);
});
