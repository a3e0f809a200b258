import { expect, test } from 'vitest';
import { insertRows, insertVersion } from '#features/customs/import-rules/server/book/rule-row-store.ts';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { clockOfShippedRules } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const { pool } = await testDatabase();
await loadSeed(pool);
const [car = 0] = await addCars(pool, [{ make: 'Toyota', model: 'Corolla', year: 2021, priceCents: 900_000 }]);
await pool.query(
  "update listings set steering = 'right', engine_cc = 1500, first_registration_month = '2021-03' where id = $1",
  [car],
);
const app = await testApp(pool, {}, undefined, false, clockOfShippedRules());
const cost = (query: string) => getJson(app, `/api/landed-cost?listing_id=${car}&${query}`);
const doorOf = async (query: string) => (await cost(query)).body.door;

test('lists what is paid between the port and the door, with sources or whom to ask', async () => {
  const { lines, legs } = await doorOf('country=KE&port=KEMBA');
  expect(lines.map(({ code, state }: Record<string, string>) => `${code} ${state}`)).toEqual([
    'portFees ask',
    'clearing priced',
    'plates priced',
  ]);
  for (const { state, amount, ask, sources } of lines)
    expect([amount !== null, sources.length > 0, ask === null]).toEqual(Array(3).fill(state === 'priced'));
  expect(legs).toMatchObject([
    {
      city: 'Nairobi',
      port: 'KEMBA',
      port_name: 'Mombasa',
      days: { least: 3, most: 5 },
      total: null,
      line: { state: 'ask' },
    },
  ]);
  expect(legs[0].sentence).toMatch(/Not included because no source has an amount: .*\bport fees\b/);
});

test('never adds two prices of one way, and never calls an incomplete sum whole', async () => {
  const { body } = await cost('country=RW');
  const [one, other] = body.door.legs;
  expect([one.port, other.port]).toEqual(['KEMBA', 'TZDAR']);
  expect(body.parts.map(({ code }: { code: string }) => code)).toContain('inland');
  for (const { line, total, at_least } of body.door.legs) {
    expect([line.state, line.amount, total]).toEqual(['included', null, null]);
    expect(at_least).toBe(body.total?.low ?? body.at_least);
  }
});

test('adds every part up once the operator has own amounts', async () => {
  const asked = 'country=KE&port=KEMBA&new_price=3000000&new_price_currency=KES&production=2021-02';
  const { total: before } = (await cost(asked)).body;
  expect(before).not.toBeNull();
  const base = { country: 'KE', border: '', leastDays: '', mostDays: '', currency: 'USD', sources: 'KENFREIGHT' };
  const amounts = {
    low: '200',
    likely: '250',
    high: '300',
    confidence: 'offer',
    from: '',
    to: '',
    checked: '2026-11-29',
  };
  await withTransaction(pool, async (db) => {
    const version = await insertVersion(db, { reason: 'seed', proposedBy: null, approvedBy: null });
    await insertRows(
      db,
      [
        {
          ...{ list: 'doorCosts', id: 'KE-portFees-9' },
          record: { id: 'KE-portFees-9', kind: 'portFees', port: 'KEMBA', city: '', ...base, ...amounts },
        },
        {
          ...{ list: 'doorCosts', id: 'KE-inland-9' },
          record: { id: 'KE-inland-9', kind: 'inland', port: 'KEMBA', city: 'Nairobi', ...base, ...amounts },
        },
      ],
      version,
    );
  });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const { total, door } = (await cost(`${asked}&mode=roro`)).body;
  const [leg] = door.legs;
  expect(total).toEqual(before);
  const parts = [...door.lines, leg.line].map(({ amount }) => amount);
  for (const side of ['low', 'likely', 'high'] as const) {
    const sum = parts.reduce((all, amount) => all + Math.round(amount[side] * 100), 0);
    expect(Math.round(leg.total[side] * 100)).toBe(Math.round(total[side] * 100) + sum);
  }
});

test('a city narrows the ways down, and one of another country is refused with the known ones', async () => {
  expect(await doorOf('country=UG&city=Kampala')).toMatchObject({ city: 'Kampala', cities: ['Kampala'], legs: [{}] });
  expect((await doorOf('country=UG')).city).toBeNull();
  const refused = await cost('country=UG&city=Nairobi');
  expect(refused.status).toBe(400);
  expect(refused.body.fields.city).toContain('Kampala');
  expect((await cost('country=AE&city=Kampala')).body.fields.city).toContain('no route');
  expect(refused.headers['cache-control']).toBe('no-cache');
});

test('refuses a port of another country, and days and amounts that cannot be', async () => {
  for (const path of [`/api/landed-cost?listing_id=${car}`, `/api/landed-costs?ids=${car}`]) {
    const { status, body, headers } = await getJson(app, `${path}&country=KE&port=TZDAR`);
    expect([status, body.fields.port, headers['cache-control']]).toEqual([
      400,
      'We don’t know this port in the chosen country.',
      'no-cache',
    ]);
  }
  for (const wrong of [
    'on=2026-02-30',
    'new_price=-1',
    'new_price=1e15',
    'new_price=NaN',
    'co2=-5',
    `city=${'x'.repeat(81)}`,
  ]) {
    const { status, body } = await cost(`country=KE&${wrong}`);
    expect([status, Object.keys(body.fields)], wrong).toEqual([400, [wrong.split('=')[0]]]);
  }
});
