import { parse } from 'csv-parse/sync';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { addUser, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addOrderHistory } from '../../../../../tests/support/orders/order-history.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const EVIL = '=HYPERLINK("https://evil.example") <script>alert(1)</script> 比亚迪';
let app: FastifyInstance;
let pool: pg.Pool;
let cookie: string;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  cookie = (await signInAdmin(pool)).cookie;
  const { id: buyer } = await addUser(pool, { name: 'Amina Otieno' });
  const year = testNow().getUTCFullYear() - 1;
  const [from, to] = [new Date(Date.UTC(year, 0)), new Date(Date.UTC(year + 1, 0))];
  await addOrderHistory(pool, buyer, { from, to, sales: 30, rentals: 1_200 });
  await pool.query(
    `insert into reviews (booking_id, listing_id, user_id, rating, text, created_at, hidden_at, hidden_reason, reply, replied_at)
     select id, listing_id, user_id, 1 + id % 5, case when id % 100 = 0 then $1 else 'Fine no ' || id end, created_at,
       case when id % 3 = 0 then now() end, case when id % 3 = 0 then 'Spam.' end,
       case when id % 7 = 0 then 'Come AGAIN' end, case when id % 7 = 0 then now() end from bookings`,
    [EVIL],
  );
  await pool.query(
    `update listings l set review_count = shown.reviews, rating_sum = shown.stars
     from (select listing_id, count(*) as reviews, sum(rating) as stars from reviews where hidden_at is null group by 1) shown
     where l.id = shown.listing_id`,
  );
});

const page = async (query: string) => (await getJson(app, `/api/admin/reviews?${query}`, cookie)).body;
const stored = async (where: string): Promise<number[]> =>
  (await pool.query(`select id from reviews where ${where} order by created_at, id`)).rows.map(({ id }) => id);

async function csvRows(query: string): Promise<Record<string, string>[]> {
  const { payload } = await app.inject({ url: `/api/admin/reviews/csv?${query}`, headers: { cookie } });
  return parse(payload, { columns: true, bom: true });
}

test.each([
  ['', 'true'],
  ['state=hidden', 'hidden_at is not null'],
  ['state=shown&rating=', 'hidden_at is null'],
  ['rating=2', 'rating = 2'],
  ['search=17', '17 in (id, booking_id, listing_id, user_id)'],
  ['search=come again', "reply <> ''"],
  ['search=NO 11&state=hidden', "text like 'Fine no 11%' and hidden_at is not null"],
  ['search=100%25', 'false'],
])('%j filters the list and the CSV alike', async (query, where) => {
  const expected = await stored(where);
  const { items, pagination } = await page(query);
  expect(pagination.totalItems).toBe(expected.length);
  const newest = expected.toReversed().slice(0, 20);
  expect(items.map(({ review_id }: { review_id: number }) => review_id)).toEqual(newest);
  expect((await csvRows(query)).map((row) => Number(row['Review ID']))).toEqual(expected);
});

test('the last pages hold the oldest reviews, and text matches are counted up to 1,000', async () => {
  const oldest = (await stored('true')).slice(0, (1_230 % 50) + 50).toReversed();
  const ends = [await page('page=24&limit=50'), await page('page=25&limit=50')].flatMap(({ items }) => items);
  expect(ends.map(({ review_id }: { review_id: number }) => review_id)).toEqual(oldest);
  const ratingOfCar = { totalItems: 1_000, totalIsLeast: true };
  expect((await page('search=fine&page=1')).pagination).toEqual({ page: 1, totalPages: 50, ...ratingOfCar });
});

test('pages are contiguous, and a hidden review has its author, car and reason', async () => {
  const [second, third] = [await page('page=2'), await page('page=3')];
  const ids = [...second.items, ...third.items].map(({ review_id }: { review_id: number }) => review_id);
  expect(ids).toEqual((await stored('true')).toReversed().slice(20, 60));
  const [hidden] = (await page('state=hidden')).items;
  expect(hidden).toMatchObject({
    author: 'Amina Otieno',
    hidden: { reason: 'Spam.' },
    car: expect.stringMatching(/^\d{4} /),
  });
});

test('formulas in review texts are escaped in the CSV', async () => {
  const rows = await csvRows('search=hyperlink');
  expect(rows.length).toBeGreaterThan(0);
  for (const { Text } of rows) expect(Text).toBe(`'${EVIL}`);
});

const moderate = (id: number, action: 'hide' | 'show', reason: string) =>
  postJson(app, `/api/admin/reviews/${id}/${action}`, { reason }, { cookie });
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

test('hiding and showing a review updates the rating exactly once and is audited with its reason', async () => {
  const [id = 0] = await stored("hidden_at is null and rating = 2 and text <> ''");
  const ratingOfCar = async () =>
    (
      await pool.query<{ review_count: number; rating_sum: number }>(
        'select review_count, rating_sum from listings where id = (select listing_id from reviews where id = $1)',
        [id],
      )
    ).rows[0]!;
  const before = await ratingOfCar();
  expect(statuses([await moderate(id, 'show', 'It is there.')])).toEqual([409]);
  expect(statuses(await Promise.all([1, 2, 3].map(() => moderate(id, 'hide', ' Spam. '))))).toEqual([200, 409, 409]);
  expect(await ratingOfCar()).toEqual({ review_count: before.review_count - 1, rating_sum: before.rating_sum - 2 });
  const hidden = await csvRows('state=hidden');
  expect(hidden.find((row) => row['Review ID'] === String(id))?.Reason).toBe('Spam.');
  expect(statuses(await Promise.all([1, 2, 3].map(() => moderate(id, 'show', 'True.'))))).toEqual([200, 409, 409]);
  expect(await ratingOfCar()).toEqual(before);
  expect(await stored('hidden_at is null and hidden_reason is null')).toContain(id);
  const { rows } = await pool.query(
    `select action, details ->> 'reason' as reason from audit_log where subject_kind = 'review' and subject_id = $1 and actor_kind = 'admin' order by id`,
    [id],
  );
  expect(rows).toEqual([
    { action: 'review hidden', reason: 'Spam.' },
    { action: 'review shown', reason: 'True.' },
  ]);
});

test.each(['', ' \n', 'x'.repeat(501), 'a\0b'])('hiding a review with the reason %j gets 400', async (reason) => {
  const [id = 0] = await stored('hidden_at is null');
  const { status, body } = await moderate(id, 'hide', reason);
  expect([status, Object.keys(body.fields)]).toEqual([400, ['reason']]);
  expect(await stored('hidden_at is null')).toContain(id);
});

test('the author of a closed account is null', async () => {
  await pool.query("update users set deleted_at = now(), status = 'Inactive' where name = 'Amina Otieno'");
  expect((await page('')).items[0].author).toBeNull();
  expect((await csvRows('rating=1'))[0]?.Customer).toBe('');
});

test.each(['state=gone', 'rating=6', 'rating=0', 'search=a&search=b', 'search=%00', 'page=0'])(
  '%s gets 400',
  async (query) => {
    expect((await getJson(app, `/api/admin/reviews?${query}`, cookie)).status).toBe(400);
  },
);
