import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { addUser, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addOrderHistory } from '../../../../../tests/support/orders/order-history.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { monthsUntil, weeksUntil } from '../model/dashboard.ts';
import { dashboardReader } from './read-dashboard.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let buyer: number;
const NOW = new Date('2026-03-11T12:00:00Z');

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
});

const readAt = (now: Date) => dashboardReader({ db: pool, clock: { now: () => now } })();

test('returns null for each chart that has no data', async () => {
  const { cookie } = await signInAdmin(pool);
  expect((await getJson(app, '/api/admin/dashboard', cookie)).body).toEqual({ revenue: null, activity: null });
  ({ id: buyer } = await addUser(pool));
  await pool.query('update users set created_at = $1', [new Date('2026-03-09T00:00:00Z')]);
  expect(await readAt(NOW)).toMatchObject({ revenue: null, activity: expect.any(Array) });
});

test('months and weeks end with the current ones', () => {
  expect(monthsUntil(NOW)).toHaveLength(12);
  expect([monthsUntil(NOW)[0], monthsUntil(NOW).at(-1)]).toEqual(['2025-04', '2026-03']);
  expect(weeksUntil(NOW).slice(-2)).toEqual(['2026-03-02', '2026-03-09']);
  expect(weeksUntil(new Date('2026-03-15T23:59:59Z')).at(-1)).toBe('2026-03-09');
  expect(weeksUntil(new Date('2026-03-16T00:00:00Z')).at(-1)).toBe('2026-03-16');
});

test('revenue is captures minus refunds, and activity counts new rows without deleted ones', async () => {
  const trade = { from: new Date('2026-02-01'), to: new Date('2026-03-10'), sales: 30, rentals: 12, cancelledEach: 7 };
  await addOrderHistory(pool, buyer, trade);
  const { revenue, activity } = await readAt(NOW);
  for (const month of ['2026-02', '2026-03']) {
    const { rows } = await pool.query(
      `select sum(case kind when 'capture' then 1 else -1 end * p.amount_cents) as cents
       from ledger_entries e join payments p on p.id = e.payment_id where to_char(e.at, 'YYYY-MM') = $1`,
      [month],
    );
    expect(revenue?.find((item) => item.month === month)?.amount).toBe(rows[0].cents / 100);
  }
  expect(revenue?.find(({ month }) => month === '2026-01')?.amount).toBe(0);
  const { rows } = await pool.query("select count(*) as count from bookings where created_at >= '2026-03-09'");
  expect(activity?.at(-1)).toMatchObject({ week: '2026-03-09', bookings: rows[0].count, signups: 1 });
  const all = activity?.reduce((sum, { bookings }) => sum + bookings, 0);
  expect(all).toBe(42);
  await pool.query('update bookings set deleted_at = now() where id in (select id from bookings limit 2)');
  const later = (await readAt(NOW)).activity?.reduce((sum, { bookings }) => sum + bookings, 0);
  expect(later).toBe(40);
});

test('the dashboard is recalculated at most every 30 seconds', async () => {
  let now = NOW;
  const read = dashboardReader({ db: pool, clock: { now: () => now } });
  const [first, same] = await Promise.all([read(), read()]);
  expect(same).toBe(first);
  now = new Date(NOW.getTime() + 29_999);
  expect(await read()).toBe(first);
  now = new Date(NOW.getTime() + 30_000);
  expect(await read()).not.toBe(first);
});
