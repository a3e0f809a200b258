import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { sealAll } from '#app/seals.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { addUser, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addOrderHistory } from '../../../../../tests/support/orders/order-history.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { testApp } from '../../../../../tests/support/server/test-app.ts';
import { pdfPages } from '../../../../../tests/support/site/documents/pdf-text.ts';

const YEAR = testNow().getUTCFullYear() - 1;
const start = (month: number) => new Date(Date.UTC(YEAR, month - 1, 1));
let app: FastifyInstance;
let pool: pg.Pool;
let cookie: string;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  cookie = (await signInAdmin(pool)).cookie;
  const buyer = await addUser(pool, { name: '=cmd|calc' });
  await addOrderHistory(pool, buyer.id, { from: start(1), to: start(13), sales: 365, rentals: 730 });
  await pool.query(
    `insert into contact_messages (from_name, from_email, subject, message, created_at)
     values ('Amina', 'a@buyers.example', '=HYPERLINK("https://evil.example")', '<script>alert(1)</script> 比亚迪', $1)`,
    [start(3)],
  );
});

const monthly = (type: string, month = 3) => `reportScope=monthly&reportType=${type}&year=${YEAR}&month=${month}`;
const get = (path: string, headers: Record<string, string> = { cookie }) =>
  app.inject({ method: 'GET', url: path, headers });

async function textOf(query: string): Promise<string> {
  const { statusCode, headers, rawPayload } = await get(`/api/reports?${query}`);
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  return (await pdfPages(rawPayload)).join('\n').replace(/\s+/g, ' ');
}

const dollars = (cents: number) => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

async function one(sql: string, month: number): Promise<Record<string, number>> {
  return (await pool.query(sql, [start(month), start(month + 1)])).rows[0];
}

test('the financial report matches the payments, refunds and ledger to the cent', async () => {
  const text = await textOf(monthly('financials'));
  const { captured = 0, refunded = 0 } = await one(
    `select sum(amount_cents) as captured,
       (select sum(amount_cents) from refunds where created_at >= $1 and created_at < $2) as refunded
     from payments where captured_at >= $1 and captured_at < $2`,
    3,
  );
  expect(captured).toBeGreaterThan(refunded);
  expect(text).toContain(`Captured ${dollars(captured)}`);
  expect(text).toContain(`Refunded ${dollars(refunded)}`);
  expect(text).toContain(`Net ${dollars(captured - refunded)}`);
  const { closing = 0 } = await one(
    `select sum(cents) as closing from ledger_lines join ledger_entries on id = entry_id
     where account = 'gateway' and at < $2 and at > '1970-01-01' and $1::timestamptz is not null`,
    3,
  );
  expect(text).toMatch(
    new RegExp(`Due from payment gateway .*${dollars(closing).replace(/[$.]/g, '\\$&')} Total \\$0\\.00`),
  );
});

test('the financial report prints the newest ledger seal', async () => {
  const query = `reportScope=yearly&reportType=financials&year=${YEAR}`;
  expect(await textOf(query)).not.toContain('ledger/');
  await sealAll(pool);
  const { rows } = await pool.query(
    `select up_to, encode(digest, 'hex') as digest from seals where chain = 'ledger' order by up_to desc limit 1`,
  );
  const monthlyText = await textOf(monthly('financials', 4));
  expect(monthlyText).toContain(`ledger/${rows[0].up_to}/${rows[0].digest}`);
});

test.each([
  ['sales', 'Sell'],
  ['rentals', 'Rent'],
])('the %s report counts bookings and compares them with the month before', async (type, offer) => {
  const sql = `select count(*) as bookings, count(*) filter (where status = 'cancelled') as cancelled,
    sum(case when status = 'cancelled' then 0 else total_cents end) as value
    from bookings where created_at between $1 and $2::timestamptz - interval '1 microsecond' and offer = '${offer}'`;
  for (const month of [3, 9]) {
    const text = await textOf(monthly(type, month));
    const [now, before] = [await one(sql, month), await one(sql, month - 1)];
    if (now.bookings === 0) {
      expect(text).toContain('There is no data for this period.');
      continue;
    }
    expect(text).toContain(`Total ${now.bookings} ${now.cancelled}`);
    expect(text).toContain(`Booked value ${dollars(now.value ?? 0)}`);
    expect(text).toContain(`previous: ${dollars(before.value ?? 0)}`);
    expect(text).toContain(type === 'sales' ? 'BYD Seal' : 'Geely Galaxy E5');
  }
});

test('a report shows its title, period, page numbers and generation time', async () => {
  const text = await textOf(monthly('overall'));
  for (const words of [
    'Overall report',
    `Monthly · March ${YEAR}`,
    `From Mar 1, ${YEAR} to Mar 31, ${YEAR}`,
    'Page 1 of ',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).toMatch(/Generated \w{3} \d{1,2}, \d{4}, \d\d:\d\d UTC/);
  expect(await textOf(`reportType=yearly&type=sales&year=${YEAR}`)).toContain(`Yearly · ${YEAR}`);
  expect(await textOf(`type=monthly&year=${YEAR}&month=3`)).toContain(`March ${YEAR}`);
});

test('a report says if its period has no data or is not over', async () => {
  const bare = await textOf(`reportScope=yearly&reportType=sales&year=${YEAR - 2}`);
  expect(bare).toContain('There is no data for this period.');
  expect(bare).toContain('Bookings 0');
  expect(await textOf(`reportScope=yearly&reportType=sales&year=${YEAR + 1}`)).toContain('This period is not over');
});

test('the feedback report counts and averages the reviews', async () => {
  await pool.query(
    `insert into reviews (booking_id, listing_id, user_id, rating, text, created_at)
     select id, listing_id, user_id, 1 + id % 4, '<b>بطيء</b> review ' || id, created_at from bookings where id % 7 = 0`,
  );
  const sql =
    'select count(*) as reviews, avg(rating) as average from reviews where created_at >= $1 and created_at < $2';
  const [now, before] = [await one(sql, 5), await one(sql, 4)];
  const text = await textOf(monthly('customerfeedback', 5));
  expect(text).toMatch(new RegExp(`Reviews ${now.reviews} .*? previous: ${before.reviews} `));
  expect(text).toContain(`Average rating ${now.average?.toFixed(2)}`);
  expect(text).toContain('<b>بطيء</b> review');
});

test('the overall report counts new listings and users without deleted ones', async () => {
  const at = new Date(Date.UTC(YEAR - 2, 4, 5));
  const cars = await addCars(pool, Array(3).fill({ make: 'BYD', model: 'Seal' }));
  const users = await Promise.all([addUser(pool), addUser(pool)]);
  await pool.query(
    'update listings set posted_at = $2, deleted_at = case when id = $3 then now() end where id = any($1)',
    [cars, at, cars[0]],
  );
  await pool.query(
    'update users set created_at = $2, deleted_at = case when id = $3 then now() end where id = any($1)',
    [users.map(({ id }) => id), at, users[0]?.id],
  );
  const text = await textOf(`reportScope=monthly&reportType=overall&year=${YEAR - 2}&month=5`);
  expect(text).toContain('New listings 2 ');
  expect(text).toContain('New users 1 ');
  expect(text).toContain('There are no bookings or payments in this period.');
  expect(text).not.toContain('There is no data');
  expect(text).not.toContain('Day by day');
});

test('the overall report says that there is no data only if all its counts are zero', async () => {
  const ofMonth = (month: number) => textOf(`reportScope=monthly&reportType=overall&year=${YEAR - 2}&month=${month}`);
  expect(await ofMonth(6)).toContain('There is no data for this period.');
  await pool.query(
    `insert into contact_messages (from_name, from_email, subject, message, created_at)
     values ('Amina', 'a@buyers.example', 'Shipping', 'To Mombasa?', $1)`,
    [new Date(Date.UTC(YEAR - 2, 6, 5))],
  );
  const text = await ofMonth(7);
  expect(text).toContain('Messages 1 ');
  expect(text).toContain('There are no bookings or payments in this period.');
  expect(text).not.toContain('There is no data');
  expect(await textOf(monthly('overall'))).toContain('Day by day');
});

test('the feedback report shows customer text unchanged', async () => {
  const text = await textOf(monthly('customerfeedback'));
  expect(text).toContain('=HYPERLINK("https://evil.example")');
  expect(text).toContain('Messages 1');
});

test('the downloaded files have the specified names', async () => {
  const name = async (path: string) => (await get(path)).headers['content-disposition'];
  expect(await name(`/api/reports?${monthly('sales')}`)).toBe(`attachment; filename="monthly_report_3_${YEAR}.pdf"`);
  expect(await name(`/api/api/reports?reportType=yearly&year=${YEAR}`)).toBe(
    `attachment; filename="yearly_report_${YEAR}.pdf"`,
  );
  expect(await name(`/api/reports/csv?${monthly('sales')}`)).toBe(
    `attachment; filename="monthly_report_3_${YEAR}.csv"`,
  );
});

test('reports need an administrator, and an invalid query gets 400 malformed', async () => {
  const user = (await signIn(pool)).cookie;
  for (const path of ['reports', 'reports/csv', 'admin/bookings/csv', 'admin/payments/csv', 'reports/periods']) {
    expect((await get(`/api/${path}?${monthly('sales')}`, {})).statusCode, path).toBe(401);
    expect((await get(`/api/${path}?${monthly('sales')}`, { cookie: user })).statusCode, path).toBe(403);
  }
  const invalid = ['', 'reportType=../&year=2025', `${monthly('sales')}&reportType=sales`, `${monthly('sales')}0`];
  for (const query of [...invalid, `reportScope=yearly&reportType=sales&year=${YEAR - 9}`]) {
    const answer = await get(`/api/reports?${query}`);
    expect(answer.statusCode, query).toBe(400);
    expect(answer.json().code).toBe('malformed');
  }
});
