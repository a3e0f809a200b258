import { parse } from 'csv-parse/sync';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { allUsers } from '#features/people/accounts/admin/server/manage-users.ts';
import { addUser, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addOrderHistory } from '../../../../../tests/support/orders/order-history.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { testApp } from '../../../../../tests/support/server/test-app.ts';
import { pdfPages } from '../../../../../tests/support/site/documents/pdf-text.ts';

const YEAR = testNow().getUTCFullYear() - 1;
let app: FastifyInstance;
let pool: pg.Pool;
let cookie: string;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  cookie = (await signInAdmin(pool)).cookie;
  const buyer = await addUser(pool);
  const [from, to] = [new Date(Date.UTC(YEAR, 0)), new Date(Date.UTC(YEAR + 1, 0))];
  await addOrderHistory(pool, buyer.id, { from, to, sales: 900, rentals: 1_600 });
  await pool.query(`update listings set make = '=1+1', model = '"Seal", best' where offer = 'Sell'`);
  await pool.query(
    'update bookings set paid_cents = case id % 4 when 0 then 0 when 1 then total_cents else paid_cents end',
  );
});

type Row = Record<string, string>;

async function rowsOf(path: string): Promise<Row[]> {
  const { statusCode, payload, headers } = await app.inject({
    method: 'GET',
    url: `/api/${path}`,
    headers: { cookie },
  });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  return parse(payload, { columns: true, bom: true });
}

const sum = (rows: Row[], column: string) =>
  rows.reduce((cents, row) => cents + Math.round(Number(row[column]) * 100), 0);
const ids = (rows: Row[]) => rows.map((row) => Number(row['Booking ID'])).sort((a, b) => a - b);
const stored = async (where: string) =>
  (await pool.query(`select id from bookings where ${where} order by id`)).rows.map(({ id }) => id);

test('a report CSV has every row of all batches once, and formulas are escaped', async () => {
  const all = await rowsOf(`reports/csv?reportScope=yearly&reportType=overall&year=${YEAR}`);
  expect(ids(all)).toEqual(await stored('true'));
  expect(all[0]?.Car).toBe(`'=1+1 "Seal", best`);
  const { rows } = await pool.query('select sum(total_cents) as cents from bookings');
  expect(sum(all, 'Total Price (USD)')).toBe(rows[0].cents);
  const march = await rowsOf(`reports/csv?reportType=monthly&type=rentals&year=${YEAR}&month=3`);
  expect(ids(march)).toEqual(await stored(`offer = 'Rent' and date_trunc('month', created_at) = '${YEAR}-03-01'`));
});

test('the ledger lines of the financial CSV sum to zero and match the gateway account', async () => {
  const lines = await rowsOf(`reports/csv?reportScope=yearly&reportType=financials&year=${YEAR}`);
  const { rows } = await pool.query(
    `select count(*) as lines, sum(cents) filter (where account = 'gateway') as due
     from ledger_lines join ledger_entries on id = entry_id where at < '${YEAR + 1}-01-01'`,
  );
  expect(lines).toHaveLength(rows[0].lines);
  expect(sum(lines, 'Amount')).toBe(0);
  expect(
    sum(
      lines.filter(({ Account }) => Account === 'gateway'),
      'Amount',
    ),
  ).toBe(rows[0].due);
});

test.each([
  ['status=cancelled', "status = 'cancelled'"],
  ['paymentStatus=refunded', "payment_status = 'refunded'"],
  ['due=none', 'paid_cents = total_cents'],
  ['due=full', 'paid_cents = 0'],
  ['due=partial', 'paid_cents between 1 and total_cents - 1'],
  ['minPaid=3000&maxPaid=4000.50', 'paid_cents between 300000 and 400050'],
  ['search=1700', 'id = 1700 or listing_id = 1700'],
  ['search=%25', 'false'],
  ['status=&due=all', 'true'],
])('bookings are filtered by %s', async (query, where) => {
  expect(ids(await rowsOf(`admin/bookings/csv?${query}`))).toEqual(await stored(where));
});

test('payments are filtered by status, dates, amount and text', async () => {
  const countExported = async (query: string) => (await rowsOf(`admin/payments/csv?${query}`)).length;
  const countStored = async (where: string) =>
    (await pool.query(`select count(*) as n from payments where ${where}`)).rows[0].n;
  expect(await countExported('')).toBe(2_500);
  expect(await countExported('status=refunded')).toBe(await countStored("state = 'refunded'"));
  expect(await countExported(`from=${YEAR}-02-01&to=${YEAR}-02-10`)).toBe(
    await countStored(`created_at >= '${YEAR}-02-01' and created_at < '${YEAR}-02-11'`),
  );
  expect(await countExported('minAmount=4000')).toBe(await countStored('amount_cents >= 400000'));
  const { rows } = await pool.query('select transaction_id from payments order by id limit 1');
  expect(await countExported(`search=${rows[0].transaction_id.toLowerCase()}`)).toBe(1);
  const [card] = await rowsOf('admin/payments/csv');
  expect(Object.keys(card ?? {})).not.toContain('Email');
});

test('listings and users are exported with the filters of their screens, and formulas are escaped', async () => {
  await addUser(pool, { name: '=HYPERLINK("https://evil.example")', email: 'formula@buyers.example' });
  const cars = await rowsOf('admin/listings/csv?status=sold');
  expect(cars).toHaveLength((await pool.query("select 1 from listings where status = 'sold'")).rows.length);
  expect(cars[0]?.Make).toBe("'=1+1");
  expect(await rowsOf('admin/listings/csv?search=galaxy&minPrice=1')).toHaveLength(1);
  await pool.query("update listings set drive = 'rear', steering = 'right', doors = 5 where id = $1", [
    cars[0]?.['Listing ID'],
  ]);
  expect(await rowsOf('admin/listings/csv?drive=rear')).toMatchObject([
    { ...cars[0], Drive: 'rear', 'Steering wheel': 'right', Doors: '5' },
  ]);
  expect(cars[0]?.Drive).toBe('');
  expect(await rowsOf('admin/listings/csv?category=truck')).toHaveLength(0);
  const [user, ...others] = await rowsOf('admin/users/csv?search=formula');
  expect([user?.Name, others]).toEqual([`'=HYPERLINK("https://evil.example")`, []]);
  const everybody = await pool.query('select 1 from users where deleted_at is null');
  expect(await rowsOf('admin/users/csv')).toHaveLength(everybody.rows.length);
});

test('every user is exported once, even if users log in during the export', async () => {
  await pool.query(
    `insert into users (name, email, email_key, password_hash, status, last_login_at)
     select 'Reader', n || '@readers.example', n || '@readers.example', '-', 'Active', now() - make_interval(mins => n::int)
     from generate_series(1, 2500) n`,
  );
  const exportedIds: number[] = [];
  for await (const users of allUsers(pool, { search: 'readers.example' })) {
    exportedIds.push(...users.map(({ id }) => id));
    await pool.query("update users set last_login_at = now() + random() * interval '1 day' where name = 'Reader'");
  }
  expect([exportedIds.length, new Set(exportedIds).size]).toEqual([2_500, 2_500]);
  expect(await rowsOf('admin/users/csv?search=readers&sort=lastLogin&order=desc')).toHaveLength(2_500);
});

test('messages, subscribers, audit log and review queue are exported once per row with the filters of their screens', async () => {
  await pool.query(
    `insert into contact_messages (from_name, from_email, subject, message)
     select '@SUM(1)', 'n' || n || '@buyers.example', 'Seal', case when n % 2 = 0 then '=1+1' else '比亚迪' end from generate_series(1, 1500) n`,
  );
  const messages = await rowsOf('admin/messages/csv');
  expect(new Set(messages.map((row) => row['Message ID'])).size).toBe(1_500);
  expect(messages[0]).toMatchObject({ From: "'@SUM(1)", Message: "'=1+1" });
  expect(await rowsOf('admin/messages/csv?search=%E6%AF%94')).toHaveLength(750);

  await pool.query(
    `insert into newsletter_subscribers (email, email_key, confirmed_at)
     select 'n' || n || '@readers.example', 'n' || n || '@readers.example', case when n % 5 = 0 then now() end from generate_series(1, 1200) n`,
  );
  expect(new Set((await rowsOf('admin/subscribers/csv')).map((row) => row.Email)).size).toBe(1_200);
  expect(await rowsOf('admin/subscribers/csv?state=confirmed&search=readers')).toHaveLength(240);

  await pool.query(
    `insert into audit_log (actor_kind, action, subject_kind, subject_id, details)
     select 'system', 'noted', 'listing', n, '{"reason":"=1+1"}' from generate_series(1, 2100) n`,
  );
  const noted = await rowsOf('admin/audit/csv?action=noted');
  expect(new Set(noted.map((row) => row['Target ID'])).size).toBe(2_100);
  expect(noted[0]?.Details).toBe('{"reason":"=1+1"}');
  expect(await rowsOf('admin/audit/csv?subject=listing&subjectId=7')).toHaveLength(1);

  await pool.query(
    "update listings set status = case id % 2 when 0 then 'requested' else 'paused' end where status = 'sold'",
  );
  const waiting = await pool.query("select id from listings where status = 'requested' order by id");
  expect((await rowsOf('admin/moderation/csv')).map((row) => Number(row['Listing ID']))).toEqual(
    waiting.rows.map(({ id }) => id),
  );
});

test('hidden reviews are left out of CSV and PDF reports', async () => {
  await pool.query(
    `insert into reviews (booking_id, listing_id, user_id, rating, text, created_at, hidden_at)
     select id, listing_id, user_id, 1, 'No ' || id, created_at, case when id % 2 = 0 then now() end from bookings
     where created_at < '${YEAR}-02-01'`,
  );
  const visible = await pool.query('select 1 from reviews where hidden_at is null');
  const query = `reportScope=monthly&reportType=customerfeedback&year=${YEAR}&month=1`;
  const rows = await rowsOf(`reports/csv?${query}`);
  expect(rows.filter(({ Kind }) => Kind === 'review')).toHaveLength(visible.rows.length);
  const { rawPayload } = await app.inject({ url: `/api/reports?${query}`, headers: { cookie } });
  const text = (await pdfPages(rawPayload)).join(' ').replace(/\s+/g, ' ');
  expect(text).toContain(`Reviews ${visible.rows.length} `);
  for (const row of (await pool.query('select text from reviews where hidden_at is not null')).rows)
    expect(text).not.toContain(`${row.text} `);
});

test.each(['due=some', 'minPaid=-1', 'minPaid=1e9', 'search=a&search=b', 'search=%00'])(
  '%s gets 400',
  async (query) => {
    const { statusCode } = await app.inject({
      method: 'GET',
      url: `/api/admin/bookings/csv?${query}`,
      headers: { cookie },
    });
    expect(statusCode).toBe(400);
  },
);
