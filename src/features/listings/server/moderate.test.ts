import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { signIn, signInAdmin } from '../../../../tests/support/accounts.ts';
import { type Seller, sellingCalls } from '../../../../tests/support/selling.ts';
import { getJson, testApp } from '../../../../tests/support/test-app.ts';
import { testDatabase } from '../../../../tests/support/test-database.ts';

const VIN = 'LGXCE4CB5P0123456';
let app: FastifyInstance;
let pool: pg.Pool;
let admin: string;
let calls: ReturnType<typeof sellingCalls>;
let [seller, other]: Seller[] = [];
let first: number;
let second: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  admin = (await signInAdmin(pool)).cookie;
  calls = sellingCalls(app, admin);
  [seller, other] = [await signIn(pool, { name: 'Chen Wei' }), await signIn(pool)];
  first = (await calls.list(seller, { make: 'Toyota', year: '2015', vin: VIN })).body.id;
  second = (await calls.list(other, { model: 'Han' })).body.id;
});

const queue = async (query = '') => (await getJson(app, `/api/admin/moderation${query}`, admin)).body;
const photo = (digit: number) => `photo-${String(digit).repeat(32)}`;

/** Gives a listing a photo of a file, as one user sent it. */
async function givePhoto(id: number, user: { id: number }, key: string, file: string) {
  await pool.query(
    `insert into uploads (user_id, key, sha256, bytes, stored_at) values ($1, $2, sha256($3::bytea), 1, now())`,
    [user.id, key, file],
  );
  await pool.query('update listings set image_keys = array_append(image_keys, $2) where id = $1', [id, key]);
}

test('the one that has waited longest comes first, and the next one behind it; at the end it begins anew', async () => {
  const { waiting, review } = await queue();
  expect([waiting, review.listing.id]).toEqual([2, first]);
  expect((await queue(`?after=${first}`)).review.listing.id).toBe(second);
  expect((await queue(`?after=${second}`)).review.listing.id).toBe(first);
  expect((await queue('?after=999999')).review.listing.id).toBe(first);
  expect((await queue(`?listing=${second}`)).review.listing.id).toBe(second);
  expect((await queue('?listing=999999')).review.listing.id).toBe(first);
});

test('it comes with what its VIN says and where the car differs, and who sells it', async () => {
  const { review } = await queue();
  expect(review.vin).toMatchObject({ vin: VIN, valid: true });
  expect(review.vin.conflicts.length).toBeGreaterThan(0);
  expect(review.seller).toMatchObject({
    id: seller?.id,
    name: 'Chen Wei',
    status: 'Active',
    listings: { requested: 1 },
  });
  expect(review.twins).toEqual([]);
});

test('other cars with its VIN or a photo of the same file are shown, whoever sells them', async () => {
  const twin = (await calls.list(other!, { vin: VIN })).body.id;
  await givePhoto(first, seller!, photo(1), 'a file');
  await givePhoto(first, seller!, photo(2), 'another file');
  await givePhoto(second, other!, photo(3), 'a file');
  await givePhoto(twin, other!, photo(4), 'a third file');
  const { review } = await queue();
  expect(review.twins).toMatchObject([
    { id: twin, sameVin: true, samePhotos: 0, sameSeller: false },
    { id: second, sameVin: false, samePhotos: 1, sameSeller: false },
  ]);
  await pool.query('update listings set deleted_at = now() where id = $1', [twin]);
  expect((await queue()).review.twins).toHaveLength(1);
});

test('a decided one leaves the queue', async () => {
  await calls.decide(first, { decision: 'approve', version: 1 });
  await calls.decide(second, { decision: 'reject', reasons: ['Stolen photos.'], version: 1 });
  expect(await queue()).toMatchObject({ waiting: 0, review: null });
});
