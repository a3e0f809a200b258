import { expect, test } from 'vitest';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { rulesCheckedToday } from '../../../../../tests/support/customs/rules.ts';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addCompany } from '../../../../../tests/support/payments/billing.ts';
import { CARD, newTransaction } from '../../../../../tests/support/payments/paying.ts';
import { ScriptedGateway } from '../../../../../tests/support/payments/scripted-gateway.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

test('one prohibited car among several refuses the order and is named, unless the buyer declares for whom it is', async () => {
  const { pool } = await testDatabase();
  await loadSeed(pool, await rulesCheckedToday());
  const app = await testApp(pool, {}, new ScriptedGateway());
  await addCompany(pool);
  const cars = await addCars(
    pool,
    ['Seal', 'Han'].map((model) => ({ make: 'BYD', model, year: 2022, priceCents: 1_000_000 })),
  );
  // Kenya prohibits left-hand drive.
  await pool.query("update listings set engine_cc = 1500, steering = case id when $1 then 'left' else 'right' end", [
    cars[1],
  ]);
  const { cookie } = await signIn(pool);
  const place = async (change: object) =>
    postJson(
      app,
      '/api/orders',
      {
        listing_ids: cars,
        amount: 5_550,
        transaction_id: newTransaction(),
        payment_method: 'bank_transfer',
        email: 'amina@buyers.example',
        buyer: { name: 'Otieno Motors Ltd', address: '4 Moi Avenue\nMombasa 80100', country: 'KE' },
        accepted_terms: (await getJson(app, '/api/order-terms')).body.version,
        destination: { country: 'KE', port: 'KEMBA', buyer: 'person' },
        ...change,
      },
      { cookie },
    );
  const refused = await place({});
  expect(refused.status).toBe(409);
  expect(refused.body.fields.destination).toMatch(/^2022 BYD Han/);
  expect(refused.body.fields.buying_for).not.toBe('');
  expect((await pool.query('select 1 from sale_claims')).rows).toEqual([]);
  expect((await place({ buying_for: { name: 'The museum of Lamu', country: 'KE' } })).status).toBe(200);
  const { rows } = await pool.query('select listing_id, buying_for from payment_destinations order by 1');
  expect(rows).toEqual(cars.map((listing_id) => ({ listing_id, buying_for: 'The museum of Lamu' })));
});

test('an order to a country with its own plans accepts only these, by transfer and by card', async () => {
  const { pool } = await testDatabase();
  await loadSeed(pool, await rulesCheckedToday());
  const app = await testApp(pool, {}, new ScriptedGateway());
  await addCompany(pool);
  await pool.query(
    `insert into order_terms (version, requires_balance, commission_bps, balance_days, grace_days, reason, plans, country_plans)
     select max(version) + 1, true, 500, 7, 7, 'Plans of Kenya.', '{deposit_25}', '{"KE": ["full"]}'::jsonb from order_terms`,
  );
  const cars = await addCars(
    pool,
    [1, 2].map(() => ({ make: 'BYD', model: 'Seal', year: 2022, priceCents: 1_000_000 })),
  );
  await pool.query("update listings set engine_cc = 1500, steering = 'right'");
  const { cookie } = await signIn(pool);
  const transfer = {
    payment_method: 'bank_transfer',
    email: 'amina@buyers.example',
    buyer: { name: 'Otieno Motors Ltd', address: '4 Moi Avenue\nMombasa 80100', country: 'KE' },
    accepted_terms: (await getJson(app, '/api/order-terms?country=KE')).body.version,
  };
  const ways = [transfer, { payment_method: 'credit_card', formData: CARD }];
  for (const [at, way] of ways.entries()) {
    const place = (plan: object) =>
      postJson(
        app,
        '/api/orders',
        {
          listing_id: cars[at],
          transaction_id: newTransaction(),
          destination: { country: 'KE', port: 'KEMBA', buyer: 'person' },
          ...way,
          ...plan,
        },
        { cookie },
      );
    expect((await place({ plan: 'deposit_25', amount: 2_775 })).status, way.payment_method).toBe(409);
    expect(await place({ plan: 'full', amount: 11_100 })).toMatchObject({
      status: 200,
      body: { order: { plan: [{ amount_cents: 1_110_000 }] } },
    });
  }
});
