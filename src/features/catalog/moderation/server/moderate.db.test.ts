import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { Decision } from '#features/catalog/listings/model/listing.ts';
import { fingerprintPhotos } from '#features/site/media/server/fingerprint-photos.ts';
import { acceptPhoto, copiesOfPhotos } from '#features/site/server/api.ts';
import { inProcessApi } from '#lib/server/http/in-process-api.ts';
import { type Seller, sellingCalls } from '../../../../../tests/support/catalog/selling.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { english } from '../../../../../tests/support/messages/english.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { mediaDeps, scene, uploaded } from '../../../../../tests/support/site/media/media.ts';
import { moderationActions } from '../client/admin-listing-client.ts';

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
const decide = (decision: Decision, values: Record<string, string>) => {
  const moderator = { ip: '127.0.0.1', headers: { cookie: admin } } as FastifyRequest;
  const { api } = inProcessApi(app, moderator, { personal: true });
  const url = new URL('http://localhost/Moderation');
  return moderationActions[`decide ${decision}`]({ api, t: english, url, params: {}, values });
};
const photo = (digit: number) => `photo-${String(digit).repeat(32)}`;

/** Adds a photo to a listing, as an upload of `file` by the user. */
async function givePhoto(id: number, user: { id: number }, key: string, file: string) {
  await pool.query(
    `insert into uploads (user_id, key, sha256, bytes, stored_at, fingerprint) values ($1, $2, sha256($3::bytea), 1, now(), 0)`,
    [user.id, key, file],
  );
  await pool.query('update listings set image_keys = array_append(image_keys, $2) where id = $1', [id, key]);
}

test('returns the listing that has waited longest and the next one, wrapping around at the end', async () => {
  const { waiting, review } = await queue();
  expect([waiting, review.listing.id, review.next]).toEqual([2, first, second]);
  expect((await queue(`?listing=${second}`)).review).toMatchObject({ listing: { id: second }, next: first });
  expect((await queue('?listing=999999')).review.listing.id).toBe(first);
});

test('names the make and model that are neither approved nor merged', async () => {
  const undecided = async () => (await queue(`?listing=${first}`)).review.undecided;
  expect(await undecided()).toEqual(['make', 'model']);
  await pool.query("update makes set known = true where name = 'Toyota'");
  expect(await undecided()).toEqual(['model']);
  await pool.query('update models set known = true where make_id = (select make_id from listings where id = $1)', [
    first,
  ]);
  expect(await undecided()).toEqual([]);
});

test('returns the decoded VIN with its conflicts, and the seller', async () => {
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

test('lists other cars with the same VIN or an identical photo, from any seller', async () => {
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

test('lists cars with a photo that looks the same, behind those with an identical one, and shows the photo', async () => {
  const folder = await scratchFolder();
  const media = mediaDeps(pool, folder);
  const picture = await scene(1);
  const upload = async (user: Seller, name: string, bytes: Buffer) => {
    await writeFile(join(folder, name), bytes);
    return (await acceptPhoto(media, user.id, await uploaded(join(folder, name)))).key;
  };
  const original = await upload(seller!, 'original', picture);
  const copy = await upload(other!, 'copy', await sharp(picture).resize(1_000).jpeg({ quality: 70 }).toBuffer());
  const different = await upload(other!, 'different', await scene(2));
  const car = async (user: Seller, ...photos: string[]) => {
    const { id } = (await calls.list(user)).body;
    await pool.query('update listings set image_keys = $2 where id = $1', [id, photos]);
    return id as number;
  };
  const mine = await car(seller!, original);
  const copied = await car(other!, different, copy);
  const identical = await car(other!, original);
  const latest = await car(other!, different);
  const twins = async () => (await queue(`?listing=${mine}`)).review.twins;
  const photo = (key: string) => ({ url: expect.stringContaining(key) });
  const both = [
    { id: identical, samePhotos: 1, similarPhotos: 0, photo: photo(original) },
    { id: copied, samePhotos: 0, similarPhotos: 1, photo: photo(copy) },
  ];
  expect(await twins()).toMatchObject(both);
  await pool.query('update uploads set fingerprint = null where fingerprint <> 0');
  expect(await twins()).toMatchObject(both.slice(0, 1));
  await fingerprintPhotos(media, (error) => Promise.reject(error));
  expect(await twins()).toMatchObject(both);
  await pool.query('update listings set deleted_at = now() where id = any($1)', [[mine, copied, identical, latest]]);
});

test('finds photos whose fingerprints differ in at most 7 bits, whichever these are', async () => {
  const [base, bits] = [0x5a3c_96f0_1e2d_4b87n, Array.from({ length: 64 }, (_, bit) => 1n << BigInt(bit))];
  const flip = (count: number, first: number, step: number) =>
    Array.from({ length: count }, (_, index) => bits[(first + index * step) % 64]!).reduce(
      (all, bit) => all ^ bit,
      base,
    );
  const put = async (key: string, fingerprint: bigint) =>
    pool.query(
      `insert into uploads (user_id, key, sha256, bytes, stored_at, fingerprint)
       values ($1, $2, sha256(convert_to($2, 'UTF8')), 1, now(), $3)`,
      [seller!.id, key, BigInt.asIntN(64, fingerprint).toString()],
    );
  const keyOf = (number: number) => `photo-${String(number).padStart(32, '0')}`;
  await put(keyOf(0), base);
  for (const [index, step] of [1, 5, 9, 11, 17].entries()) {
    await put(keyOf(100 + index), flip(7, 13 * index, step));
    await put(keyOf(200 + index), flip(8, 13 * index, step));
  }
  await put(keyOf(300), 0n);
  const { same, alike } = await copiesOfPhotos(pool, seller!.id, [keyOf(0)]);
  expect([same, alike]).toEqual([[keyOf(0)], [100, 101, 102, 103, 104].map(keyOf)]);
  expect(await copiesOfPhotos(pool, seller!.id, [keyOf(300)])).toEqual({ same: [keyOf(300)], alike: [] });
});

test('names what the seller changed of a live car since the last decision, from the first value to the last', async () => {
  const id = await calls.liveCar(seller!);
  await calls.edit(seller!, id, { mileage: '20000' });
  await calls.edit(seller!, id, { mileage: '11800', description: 'As new.' });
  await calls.edit(seller!, id, { trim: 'Sport' });
  await calls.edit(seller!, id, { trim: '' });
  const changesOf = async () => (await queue(`?listing=${id}`)).review.changes;
  expect(await changesOf()).toEqual([{ field: 'mileage', before: '31800', after: '11800' }]);
  const correct = (body: object) => postJson(app, `/api/listings/${id}`, body, { cookie: admin, method: 'PUT' });
  expect((await correct({ trim: 'Premium' })).status).toBe(200);
  expect(await changesOf()).toEqual([{ field: 'mileage', before: '31800', after: '11800' }]);
  await calls.decide(id, { decision: 'approve', version: (await calls.mine(seller!, id)).version });
  await calls.edit(seller!, id, { price: '9000' });
  expect(await changesOf()).toEqual([{ field: 'price', before: '14800.50', after: '9000' }]);
  await pool.query('update listings set deleted_at = now() where id = $1', [id]);
});

test('rejects a decision on an outdated version, and the car stays in the queue', async () => {
  await pool.query('update listings set version = version + 1 where id = $1', [second]);
  expect((await calls.decide(second, { decision: 'approve', version: 1 })).status).toBe(409);
  expect((await queue(`?listing=${second}`)).review.listing.id).toBe(second);
  await pool.query('update listings set version = 1 where id = $1', [second]);
});

test('rejects the approval of a listing without a car type until it has one', async () => {
  const { id } = (await calls.list(seller!, { carType: '' })).body;
  const approve = async () =>
    calls.decide(id, { decision: 'approve', version: (await calls.mine(seller!, id)).version });
  expect(await approve()).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('no car type'), fields: { carType: 'Please choose one' } },
  });
  expect(await calls.publicStatus(id)).toBe(404);
  const typed = await postJson(app, `/api/listings/${id}`, { carType: 'suv' }, { cookie: admin, method: 'PUT' });
  expect(typed.status).toBe(200);
  expect((await approve()).status).toBe(200);
  expect(await calls.publicStatus(id)).toBe(200);
});

test('continues after a decision with the next in the queue, not with one skipped before', async () => {
  const third = (await calls.list(seller!)).body.id;
  const { listing, next } = (await queue(`?listing=${second}`)).review;
  expect(next).toBe(third);
  const answer = { id: String(second), version: String(listing.version), next: String(next) };
  expect(await decide('approve', answer)).toMatchObject({ done: true, to: `/Moderation?listing=${third}` });
  expect((await queue(`?listing=${third}`)).review).toMatchObject({ listing: { id: third }, next: first });
  await decide('reject', { id: String(third), version: '1', next: String(first), twin: 'on' });
  expect((await queue()).review).toMatchObject({ listing: { id: first }, next: null });
  expect(await decide('reject', { id: String(first), version: '1', notForSale: 'on' })).toMatchObject({
    to: '/Moderation',
  });
  expect(await queue()).toMatchObject({ waiting: 0, review: null });
});
