import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { CAR } from '../../../../../tests/support/catalog/selling.ts';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { makePicture } from '../../../../../tests/support/site/media/media.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const BLUR = 'data:image/webp;base64,';

test('a card has the placeholder of its cover, and a car page has all placeholders', async () => {
  const [car, drawn] = await addCars(pool, [
    { make: 'BYD', model: 'Seal' },
    { make: 'BYD', model: 'Han' },
  ]);
  await pool.query("update listings set image_keys = '{a,b,c}', image_placeholders = $2 where id = $1", [
    car,
    [`${BLUR}1`, '', `${BLUR}3`],
  ]);
  const { body: list } = await getJson(app, '/api/listings/listings?page=1');
  const imagesOf = (id: number | undefined) => list.listings.find((each: { id: number }) => each.id === id).images;
  expect(imagesOf(car)).toEqual([
    { url: '/media/a', placeholder: `${BLUR}1` },
    { url: '/media/b' },
    { url: '/media/c' },
  ]);
  expect(imagesOf(drawn)).toEqual([{ url: '/media/demo-sedan-white-closed-front-dark' }]);
  const { body: detail } = await getJson(app, `/api/listings/${car}`);
  expect(detail.images).toEqual([
    { url: '/media/a', placeholder: `${BLUR}1` },
    { url: '/media/b' },
    { url: '/media/c', placeholder: `${BLUR}3` },
  ]);
});

test('shows photos uploaded before and with a listing in order, and rejects those of other users', async () => {
  const folder = await scratchFolder();
  const image = async (name: string) => new File([readFileSync(await makePicture(folder))], name);
  const [seller, other] = [await signIn(pool), await signIn(pool)];
  const { body: photo } = await postForm(app, '/api/photos', [['image', await image('a.jpg')]], seller);
  const list = async (who: { cookie: string }, files: [string, File][]) =>
    postForm(app, '/api/listings/listings', [...Object.entries({ ...CAR, photos: `["${photo.key}"]` }), ...files], who);
  const { body: listed } = await list(seller, [
    ['images', await image('b.jpg')],
    ['certificationReport', new File(['%PDF-1.7'], 'report.pdf')],
  ]);
  const { rows } = await pool.query('select * from listings where id = $1', [listed.id]);
  expect(rows[0].image_keys).toEqual([photo.key, expect.stringMatching(/^photo-/)]);
  expect(rows[0].image_placeholders).toEqual([photo.placeholder, expect.stringContaining(BLUR)]);
  expect(rows[0].certification_report).toMatch(/^report-[0-9a-f]{32}$/);

  expect((await list(other, [])).status).toBe(400);
  expect((await list(seller, [['images', new File(['<svg/>'], 'x.jpg')]])).status).toBe(415);
  expect(
    (
      await list(seller, [
        ['images', await image('c.jpg')],
        ['images', await image('d.jpg')],
      ])
    ).status,
  ).toBe(200);
  const many = await Promise.all(
    Array.from({ length: 6 }, async (): Promise<[string, File]> => ['images', await image('e.jpg')]),
  );
  expect(await list(seller, many)).toMatchObject({ status: 400, body: { message: 'Maximum 5 images allowed' } });
  expect((await pool.query('select 1 from listings where user_id = any($1)', [[seller.id, other.id]])).rowCount).toBe(
    2,
  );
});

test('shows a repeated photo once, and rejects a report as photo', async () => {
  const seller = await signIn(pool);
  const path = await makePicture(await scratchFolder());
  const image = () => new File([readFileSync(path)], 'a.jpg');
  const { body: photo } = await postForm(app, '/api/photos', [['image', image()]], seller);
  const { body: report } = await postForm(app, '/api/documents', [['report', new File(['%PDF-1.7'], 'r.pdf')]], seller);
  const list = (sent: object, files: [string, File][] = []) =>
    postForm(app, '/api/listings/listings', [...Object.entries({ ...CAR, ...sent }), ...files], seller);

  const { body: listed } = await list({ photos: JSON.stringify([photo.key, photo.key]) }, [['images', image()]]);
  const mine = async () => (await getJson(app, `/api/my-listings/${listed.id}`, seller.cookie)).body.listing;
  const { values, photos, version } = await mine();
  expect(photos).toHaveLength(1);
  expect((await list({ photos: JSON.stringify([report.key]) })).status).toBe(400);
  expect((await list({ report: photo.key })).status).toBe(400);

  const edit = (change: object) =>
    postJson(
      app,
      `/api/my-listings/${listed.id}`,
      { values, version, photos: [], report: null, ...change },
      {
        method: 'PUT',
        cookie: seller.cookie,
      },
    );
  expect((await edit({ photos: [report.key] })).status).toBe(400);
  expect((await edit({ report: photo.key })).status).toBe(400);
  expect((await edit({ photos: [photo.key, photo.key], report: report.key })).status).toBe(200);
  expect((await mine()).photos).toHaveLength(1);
});
