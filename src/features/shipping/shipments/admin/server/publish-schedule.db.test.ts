import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  insertRows,
  insertVersion,
  lockPublications,
} from '#features/customs/import-rules/server/book/rule-row-store.ts';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { rulesCheckedToday } from '../../../../../../tests/support/customs/rules.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { payingCalls } from '../../../../../../tests/support/payments/paying.ts';
import { dayFromNow } from '../../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';

const PRICE = 10_000;
const { pool } = await testDatabase();
await loadSeed(pool, await rulesCheckedToday());
const app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
const admin = await signInAdmin(pool);
let car: number;

/** Senegal takes cars up to ten years from first registration, which this car passes within 30 to 91 days. */
beforeAll(async () => {
  const month = dayFromNow(60);
  const registered = `${Number(month.slice(0, 4)) - 11}${month.slice(4, 7)}`;
  [car = 0] = await addCars(pool, [
    { make: 'BYD', model: 'Seal', year: Number(registered.slice(0, 4)), priceCents: PRICE * 100 },
  ]);
  await pool.query(
    `update listings set first_registration_month = $2, production_month = $2, steering = 'left', fuel_type = 'petrol', engine_cc = 1498
     where id = $1`,
    [car, registered],
  );
});

/** The morning of a day from now, which is the same day in UTC, Shanghai and Dakar. */
const morningOf = (days: number) => `${dayFromNow(days)}T02:00:00.000Z`;
const load = (voyage: string, leaves: number, arrives: number, change: object = {}) =>
  postJson(
    app,
    '/api/admin/sailings',
    {
      ...{ vessel: 'Morning Sea', imo: '9074729', voyage, from_place: 'CNSHA', to_place: 'SNDKR' },
      ...{ etd: morningOf(leaves), eta: morningOf(arrives) },
      ...change,
    },
    { cookie: admin.cookie },
  );
const move = (id: number, step: string, days: number) =>
  postJson(
    app,
    `/api/admin/sailings/${id}/events`,
    { id: randomUUID(), step, certainty: 'estimated', happens_at: morningOf(days) },
    { cookie: admin.cookie },
  );
const card = async () => (await getJson(app, `/api/landed-costs?ids=${car}&country=SN`)).body.items[0];
const page = async () => (await getJson(app, `/api/landed-cost?listing_id=${car}&country=SN`)).body;
const listed = async () =>
  (await getJson(app, '/api/listings/listings?to=SN&mayImport=amber')).body.listings.map(
    ({ id }: { id: number }) => id,
  );
const pay = async () => {
  const buyer = await signIn(pool);
  const destination = { country: 'SN', buyer: 'person' };
  return payingCalls(app).pay(buyer, car, PRICE, { destination });
};

test('a light follows the next sailing on card, page, list and at checkout', async () => {
  const early = await load('V1', 3, 20);
  expect(early.status).toBe(200);
  const next = await load('V2', 16, 28);
  await expect.poll(async () => (await card()).light).toBe('amber');
  const inTime = await page();
  expect(inTime).toMatchObject({
    on: dayFromNow(28),
    on_is: 'arrival',
    expected: { sailing_is: 'scheduled', sailing: { vessel: 'Morning Sea', voyage: 'V2', arrives: dayFromNow(28) } },
    in_time: { is_late: false, gate: null, sailing: { voyage: 'V2' } },
  });
  expect((await card()).why).toBeNull();
  expect(await listed()).toEqual([car]);

  expect((await move(next.body.sailing_id, 'arrived', 120)).status).toBe(200);
  await expect.poll(async () => (await card()).light).toBe('red');
  const late = await page();
  expect(late.in_time).toMatchObject({
    is_late: true,
    gate: 'age',
    sailing: { voyage: 'V1', leaves: dayFromNow(3), arrives: dayFromNow(20) },
  });
  const lastDay = late.in_time.last_day;
  expect(lastDay >= dayFromNow(28) && lastDay <= dayFromNow(91)).toBe(true);
  expect(late.light).toBe('red');
  expect((await card()).why).toMatch(/^arrives after [A-Z][a-z]{2} \d+$/);
  expect(await listed()).toEqual([]);
  const refused = await pay();
  expect(refused.status).toBe(409);
  expect(refused.body.fields.destination).toContain('at most ten years');

  expect((await move(next.body.sailing_id, 'arrived', 28)).status).toBe(200);
  await expect.poll(async () => (await card()).light).toBe('amber');
  expect(await listed()).toEqual([car]);
  expect((await pay()).status).toBe(200);
});

test('publishes a sailing once, corrects it when it moves, and leaves out ports outside China and unknown days', async () => {
  const rows = async () =>
    (
      await pool.query(
        `select id, record ->> 'arrives' as arrives, supersedes from published_rule_rows
         where list = 'sailings' and record ->> 'voyage' = any($1) order by id`,
        [['V3', 'V4', 'V5']],
      )
    ).rows;
  const { body } = await load('V3', 40, 60);
  await load('V4', 40, 60, { from_place: 'JPYOK' });
  await load('V5', 40, 60, { eta: undefined });
  const id = `own-${body.sailing_id}`;
  expect(await rows()).toEqual([{ id, arrives: dayFromNow(60), supersedes: null }]);
  await load('V3', 40, 60);
  expect(await rows()).toHaveLength(1);
  await move(body.sailing_id, 'arrived', 63);
  expect(await rows()).toEqual([
    { id, arrives: dayFromNow(60), supersedes: null },
    { id: `${id}.2`, arrives: dayFromNow(63), supersedes: id },
  ]);
});

test('the database refuses other rows in a version of our sailings', async () => {
  const publish = withTransaction(pool, async (db) => {
    await lockPublications(db);
    const version = await insertVersion(db, { reason: 'own sailings', proposedBy: null, approvedBy: null });
    await insertRows(db, [{ list: 'rules', id: 'XX-1', record: { id: 'XX-1' } }], version);
  });
  await expect(publish).rejects.toThrow('has no other rows');
});
