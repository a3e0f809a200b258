import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { PASSWORD, sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo } from '../../../../../tests/support/mail/mails.ts';
import { type Buyer, newTransaction, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { pagesApp } from '../../../../../tests/support/server/pages-app.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const DAY = { start_date: '', end_date: '' };
const EVIL = '</script><script>alert(1)</script><img src=x onerror=alert(1)> 比亚迪';
let app: FastifyInstance;
let site: FastifyInstance | undefined;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let seller: Buyer;
let admin: string;
let renter: Buyer;
let car: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  calls = payingCalls(app);
  admin = (await signInAdmin(pool)).cookie;
  const today = testNow().getTime();
  DAY.start_date = new Date(today).toISOString().slice(0, 10);
  DAY.end_date = new Date(today + 86_400_000).toISOString().slice(0, 10);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  renter = await signIn(pool, { name: 'amina WANJIRU Otieno' });
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', offer: 'Rent', priceCents: 5_000 }]);
  const owner = await signIn(pool, { name: 'Chen Wei' });
  await pool.query('update listings set user_id = $2 where id = $1', [car, owner.id]);
  seller = { id: owner.id, cookie: await sessionOf(pool, owner.id) };
});

/** Rents the car and returns the booking id. */
async function rent(who = renter, status = 'completed'): Promise<number> {
  const paid = { ...DAY, transaction_id: newTransaction() };
  await calls.pay(who, car, 50, paid);
  await calls.sold(who, car);
  const { body } = await calls.book(who, car, paid.transaction_id, 50);
  await pool.query('update bookings set status = $2 where id = $1', [body.booking_id, status]);
  await pool.query('delete from rental_days where listing_id = $1', [car]);
  await pool.query("update listings set status = 'active' where id = $1", [car]);
  return body.booking_id;
}
const review = (booking: number, change: object = {}, { cookie } = renter) =>
  postJson(app, '/api/reviews', { booking_id: booking, rating: 4, text: 'As described.', ...change }, { cookie });
const reply = (id: number, text: string, { cookie } = seller) =>
  postJson(app, `/api/reviews/${id}/reply`, { text }, { cookie });
const hide = (id: number) =>
  postJson(app, `/api/admin/reviews/${id}/hide`, { reason: 'Not about the car.' }, { cookie: admin });
const readReviews = async (page = 1, cookie?: string) =>
  (await getJson(app, `/api/listings/${car}/reviews?page=${page}`, cookie)).body;
const rating = async () => {
  const { body } = await getJson(app, `/api/listings/${car}`);
  return [body.rating, body.reviewCount];
};
/** Waits until the car's page contains a text, because cached pages are refreshed with a delay. Returns the HTML. */
const pageContaining = (words: string) =>
  vi.waitFor(
    async () => {
      site ??= await pagesApp(pool);
      const { headers } = await site.inject({ url: `/rent-car/x-${car}` });
      const { body } = await site.inject({ url: String(headers.location) });
      expect(body.includes(words), words).toBe(true);
      return body;
    },
    { timeout: 10_000, interval: 100 },
  );

test('the review of a completed rental appears on the car, in its rating and with the booking', async () => {
  const booking = await rent();
  expect((await calls.bookings(renter))[0]).toMatchObject({ mayReview: true, review: null });
  expect(await review(booking)).toMatchObject({ status: 200, body: { flag: '1' } });
  expect(await readReviews()).toEqual({
    items: [
      {
        review_id: expect.any(Number),
        rating: 4,
        text: 'As described.',
        reply: null,
        author: 'amina O.',
        month: testNow().toISOString().slice(0, 7),
      },
    ],
    pagination: { page: 1, totalPages: 1, totalItems: 1 },
    mayReply: false,
  });
  expect(await rating()).toEqual([4, 1]);
  const [mine] = await calls.bookings(renter);
  expect(mine).toMatchObject({ mayReview: false, review: { rating: 4, text: 'As described.', reply: null } });
});

test.each(['pending', 'confirmed', 'cancelled'])('a %s booking cannot be reviewed', async (status) => {
  const booking = await rent(renter, status);
  expect((await calls.bookings(renter))[0]).toMatchObject({ mayReview: false });
  expect(await review(booking)).toMatchObject({
    status: 409,
    body: { error: 'You can review a car once its booking is completed.' },
  });
  expect([await rating(), (await readReviews()).items]).toEqual([[null, 0], []]);
});

test('reviewing another user’s booking gets 404', async () => {
  const booking = await rent();
  const other = await signIn(pool);
  for (const { cookie } of [other, seller]) expect((await review(booking, {}, { id: 0, cookie })).status).toBe(404);
  expect(await rating()).toEqual([null, 0]);
});

test('of 8 concurrent reviews of one booking, exactly one succeeds', async () => {
  const booking = await rent();
  const answers = await Promise.all([1, 2, 3, 4, 5, 1, 2, 3].map((stars) => review(booking, { rating: stars })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  const [only] = (await readReviews()).items;
  expect(await rating()).toEqual([only.rating, 1]);
});

test('concurrent reviews of one car all count in its rating', async () => {
  const renters = await Promise.all(Array.from({ length: 6 }, () => signIn(pool)));
  const bookings: [number, Buyer][] = [];
  for (const one of renters) bookings.push([await rent(one), one]);
  await Promise.all(bookings.map(([booking, one], index) => review(booking, { rating: 1 + (index % 5) }, one)));
  expect(await rating()).toEqual([2.7, 6]);
});

test.each([
  [{ rating: 0 }, 'rating'],
  [{ rating: 6 }, 'rating'],
  [{ rating: 4.5 }, 'rating'],
  [{ rating: '5' }, 'rating'],
  [{ text: ' \n ' }, 'text'],
  [{ text: 'a\0b' }, 'text'],
  [{ text: '\ud800' }, 'text'],
  [{ text: 'x'.repeat(2_001) }, 'text'],
  [{ text: { $ne: '' } }, 'text'],
  [{ booking_id: 1.5 }, 'booking_id'],
])('a review with %j gets 400 for the field %s', async (change, field) => {
  const { status, body } = await review(1, change);
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
});

test('review text is escaped on the page, and aggregateRating appears only with a review', async () => {
  expect(await pageContaining('No reviews yet')).not.toContain('aggregateRating');
  await review(await rent(), { text: EVIL });
  const html = await pageContaining('&lt;/script&gt;&lt;script&gt;alert(1)');
  expect(html).not.toContain('<img src=x');
  expect(html).not.toContain('<script>alert(1)');
  expect(html).toMatch(/"aggregateRating":\{[^}]*"ratingValue":4,"reviewCount":1\}/);
});

test('only the seller can reply, and only once', async () => {
  await review(await rent());
  const [{ review_id: id }] = (await readReviews()).items;
  expect((await readReviews(1, seller.cookie)).mayReply).toBe(true);
  expect((await reply(id, 'Thanks', renter)).status).toBe(404);
  const answers = await Promise.all(['one', 'two', 'three'].map((text) => reply(id, text)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const [{ reply: saved }] = (await readReviews()).items;
  expect(saved).toBeOneOf(['one', 'two', 'three']);
  expect((await calls.bookings(renter))[0].review.reply).toBe(saved);
  await pageContaining(saved);
});

test('hiding a review removes it from the list and the rating exactly once', async () => {
  await review(await rent(), { rating: 1 });
  const other = await signIn(pool);
  await review(await rent(other), { rating: 5 }, other);
  const [, { review_id: id }] = (await readReviews()).items;
  const answers = await Promise.all([hide(id), hide(id), hide(id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect([await rating(), (await readReviews()).items]).toEqual([[5, 1], [expect.objectContaining({ rating: 5 })]]);
  expect((await reply(id, 'Sorry')).status).toBe(404);
});

test('the seller gets one email about a review, without its text', async () => {
  const booking = await rent();
  await Promise.all([1, 2, 3].map(() => review(booking, { rating: 1, text: 'Call https://evil.example' })));
  const { rows } = await pool.query('select email from users where id = $1', [seller.id]);
  const [mail, ...others] = await mailsTo(pool, rows[0].email);
  expect([mail?.subject, others]).toEqual(['New review of your 2021 BYD Seal', []]);
  expect(mail?.text).toContain('rated your car 1 of 5');
  expect(mail?.text).toContain(`/rent-car/byd-seal-${car}`);
  expect(mail?.text + (mail?.html ?? '')).not.toContain('evil.example');
});

test('minRating filters both the list and its total', async () => {
  await review(await rent(), { rating: 3 });
  const list = async (least: number) => {
    const { body } = await getJson(app, `/api/listings/listings?rentSell=Rent&minRating=${least}`);
    const found = body.listings.map(({ id }: { id: number }) => id);
    expect(body.pagination.totalItems).toBe(found.length);
    return found.includes(car);
  };
  expect([await list(3), await list(4)]).toEqual([true, false]);
});

test('reviews are paged newest first, and a paused car’s reviews get 404', async () => {
  const booking = await rent();
  await pool.query(
    `with copies as (
       insert into payments (user_id, transaction_id, body_hash, amount_cents, method, contact_email, expires_at)
       select $1, 'TR9' || n, '', 1, 'upi', '', now() from generate_series(1, 12) n returning id
     ), made as (
       insert into bookings (payment_id, listing_id, user_id, offer, starts_at, ends_at, total_cents, paid_cents, status)
       select copies.id, b.listing_id, b.user_id, b.offer, b.starts_at, b.ends_at, 1, 1, 'completed' from copies, bookings b where b.id = $2
       returning id
     ) insert into reviews (booking_id, listing_id, user_id, rating, text) select id, $3, $1, 5, 'No ' || id from made`,
    [renter.id, booking, car],
  );
  await pool.query('update listings set review_count = 12, rating_sum = 60 where id = $1', [car]);
  const [first, second] = [await readReviews(), await readReviews(2)];
  expect([first.items.length, second.items.length, first.pagination.totalPages]).toEqual([10, 2, 2]);
  const ids = [...first.items, ...second.items].map(({ review_id }) => review_id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  await pool.query("update listings set status = 'paused' where id = $1", [car]);
  expect((await getJson(app, `/api/listings/${car}/reviews`)).status).toBe(404);
});

const closeAccount = ({ cookie }: Buyer) => postJson(app, '/api/delete-account', { password: PASSWORD }, { cookie });

test.each(['pending', 'confirmed'])('an account with a %s booking cannot be closed', async (status) => {
  await rent(renter, status);
  expect(await closeAccount(renter)).toMatchObject({ status: 409, body: { error: /not completed yet/ } });
  expect((await calls.bookings(renter)).length).toBe(1);
});

test('an account with a running payment cannot be closed', async () => {
  await calls.pay(renter, car, 50, DAY);
  expect(await closeAccount(renter)).toMatchObject({ status: 409, body: { error: /is being made/ } });
});

test('closing an account keeps stars and bookings but erases texts, email, card and name', async () => {
  const booking = await rent();
  await review(booking, { text: 'I am at +254 712 345678' });
  expect((await closeAccount(renter)).body.flag).toBe('1');
  expect((await readReviews()).items).toMatchObject([{ rating: 4, text: '', author: null }]);
  expect(await rating()).toEqual([4, 1]);
  const { rows } = await pool.query(
    'select contact_email, card_last4, card_brand, b.id from payments p join bookings b on b.payment_id = p.id where p.user_id = $1',
    [renter.id],
  );
  expect(rows).toEqual([{ contact_email: '', card_last4: null, card_brand: null, id: booking }]);
  await pageContaining('A former customer');
});

test('closing a seller’s account erases their replies', async () => {
  await review(await rent());
  const [{ review_id: id }] = (await readReviews()).items;
  await reply(id, 'Ask for Chen at the gate');
  await pool.query("update listings set status = 'sold' where id = $1", [car]);
  expect((await closeAccount(seller)).body.flag).toBe('1');
  expect((await readReviews()).items).toMatchObject([{ reply: null }]);
});

test('the data download contains the user’s payments, bookings, reviews and replies', async () => {
  const booking = await rent();
  await review(booking);
  const [{ review_id: id }] = (await readReviews()).items;
  await reply(id, 'Thank you');
  const data = async ({ cookie }: Buyer) =>
    (await postJson(app, '/api/my-data', { password: PASSWORD }, { cookie })).body;
  expect(await data(renter)).toMatchObject({
    payments: [{ contact_email: 'amina@buyers.example', state: 'captured' }],
    bookings: [{ id: booking, status: 'completed' }],
    reviews: { written: [{ booking_id: booking, rating: 4, text: 'As described.' }], replies: [] },
  });
  expect((await data(seller)).reviews).toMatchObject({ written: [], replies: [{ reply: 'Thank you' }] });
});
