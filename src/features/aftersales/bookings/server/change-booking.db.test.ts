import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { ScriptedGateway } from '../../../../../tests/support/payments/scripted-gateway.ts';
import { postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const PRICE = 18_500;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let admin: { id: number; cookie: string };
let car: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, new ScriptedGateway());
  calls = payingCalls(app);
  admin = await signInAdmin(pool);
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
});

const call = (method: 'PUT', path: string, body: unknown) =>
  postJson(app, path, body, { method, cookie: admin.cookie });

test('lets an administrator mark a car sold, unless a payment holds it', async () => {
  const sell = () => call('PUT', `/api/listings/listings/${car}`, { listing_status: 'sold' });
  const { status } = await calls.pay(await signIn(pool), car, PRICE);
  expect(status).toBe(200);
  expect(await sell()).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('being paid for') },
  });
  await pool.query('delete from sale_claims where listing_id = $1', [car]);
  expect(await sell()).toMatchObject({ status: 200, body: { message: 'Listing updated successfully!' } });
  expect(await calls.statusOf(car)).toBe('sold');
  const { rows } = await pool.query(
    "select actor_id, action, details from audit_log where subject_kind = 'listing' and subject_id = $1",
    [car],
  );
  expect(rows).toEqual([
    {
      actor_id: admin.id,
      action: 'listing sold',
      details: { before: { status: 'active' }, after: { status: 'sold' } },
    },
  ]);
});
