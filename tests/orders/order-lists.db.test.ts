import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { addUser, signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { addOrderHistory } from '../support/orders/order-history.ts';
import { getJson, testApp } from '../support/server/test-app.ts';

const TRADES = 1_001;
let app: FastifyInstance;
let pool: pg.Pool;
let cookie: string;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  cookie = (await signInAdmin(pool)).cookie;
  const { id: buyer } = await addUser(pool);
  const [from, to] = [new Date('2025-01-01'), new Date('2025-12-31')];
  await addOrderHistory(pool, buyer, { from, to, sales: 0, rentals: TRADES });
  // Many rows with equal sort values.
  await pool.query(`update bookings set created_at = date_trunc('month', created_at), total_cents = 2000000 + id % 7,
    paid_cents = case when id % 5 = 0 then 2000000 + id % 7 else id % 3 end`);
  await pool.query(`update payments set created_at = date_trunc('month', created_at),
    amount_cents = case when state = 'captured' then 500000 + id % 7 else amount_cents end`);
});

type Entry = { id?: number; booking_id?: number };
const LISTS = { bookings: '/api/booking', payments: '/api/payments' };
const page = async (list: keyof typeof LISTS, query: string) => {
  const { items, pagination } = (await getJson(app, `${LISTS[list]}?${query}`, cookie)).body;
  return { ids: items.map(({ booking_id, id }: Entry) => booking_id ?? id), pagination };
};

test.each([
  ['bookings', '', 'true', 'created_at desc, id desc'],
  ['bookings', 'sort=booking&order=asc', 'true', 'created_at, id'],
  ['bookings', 'sort=total&order=desc', 'true', 'total_cents desc, id desc'],
  ['bookings', 'sort=paid&order=asc&due=partial', 'paid_cents > 0 and paid_cents < total_cents', 'paid_cents, id'],
  [
    'bookings',
    'status=cancelled&due=none',
    "status = 'cancelled' and paid_cents = total_cents",
    'created_at desc, id desc',
  ],
  ['payments', '', 'true', 'created_at desc, id desc'],
  ['payments', 'sort=date&order=asc&status=refunded', "state = 'refunded'", 'created_at, id'],
  ['payments', 'sort=amount&order=desc', 'true', 'amount_cents desc, id desc'],
  ['payments', 'sort=amount&order=asc&minAmount=5000.03', 'amount_cents >= 500003', 'amount_cents, id'],
] as const)('all pages of %s by %j add up to the list from either end', async (list, query, where, order) => {
  const { rows } = await pool.query<{ id: number }>(`select id from ${list} where ${where} order by ${order}`);
  const totalPages = Math.ceil(rows.length / 50);
  const found: number[] = [];
  for (let number = 1; number <= totalPages + 1; number += 1) {
    const { ids, pagination } = await page(list, `${query}&limit=50&page=${number}`);
    expect(pagination).toEqual({ page: number, totalPages, totalItems: rows.length });
    found.push(...ids);
  }
  expect(totalPages).toBeGreaterThan(0);
  expect(found).toEqual(rows.map(({ id }) => id));
});

test.each(['bookings', 'payments'] as const)('counts at most 1,000 search results of %s', async (list) => {
  const { ids, pagination } = await page(list, 'search=TR&page=51');
  expect(pagination).toEqual({ page: 51, totalPages: 50, totalItems: 1_000, totalIsLeast: true });
  expect(ids).toHaveLength(1);
  await pool.query(`update ${list} set deleted_at = now() where id = $1`, ids);
  expect((await page(list, 'search=TR&page=1')).pagination).toEqual({ page: 1, totalPages: 50, totalItems: 1_000 });
  await pool.query(`update ${list} set deleted_at = null where id = $1`, ids);
});
