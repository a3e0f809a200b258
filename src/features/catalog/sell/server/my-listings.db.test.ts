import { expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { addUser, PASSWORD, sessionOf } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

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
