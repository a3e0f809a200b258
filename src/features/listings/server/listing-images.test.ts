import { expect, test } from 'vitest';
import { addCars } from '../../../../tests/support/stock.ts';
import { getJson, testApp } from '../../../../tests/support/test-app.ts';
import { testDatabase } from '../../../../tests/support/test-database.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const BLUR = 'data:image/webp;base64,';

test("a card carries the blur of its cover, a car's page all that there are", async () => {
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
