import { expect, test } from 'vitest';
import { loadCatalog, VehicleCatalog } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { addUser, passwordHash, signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addOrderHistory } from '../../../../../tests/support/orders/order-history.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { builtSite } from '../../../../../tests/support/server/built-site.ts';
import { pagesApp } from '../../../../../tests/support/server/pages-app.ts';
import { getJson } from '../../../../../tests/support/server/test-app.ts';
import { figuresReader } from './read-figures.ts';

const { pool } = await testDatabase();
const DEMO_TEXTS = /Demo figures|4000\+|95%|1000\+|4\.5\/5|6\.5 years|100\+|Amina K\./g;
const NOW = testNow();

const textsOf = async (url: string) => {
  const app = await pagesApp(pool);
  return (await app.inject(url)).body.replace(/<script[\s\S]*?<\/script>/g, '');
};
const reader = (now: () => Date, isDemoStock = async () => false) =>
  figuresReader({ db: pool, clock: { now }, catalog: new VehicleCatalog(pool), isDemoStock });

test('without demo stock and with little to count, shows no figure and no testimonial, but all popular brands', async () => {
  await addCars(pool, [
    { make: 'BMW', model: 'X5' },
    { make: 'Audi', model: 'A4', offer: 'Rent' },
  ]);
  const home = await textsOf('/');
  for (const page of [home, await textsOf('/AboutUs')]) {
    expect(page.match(DEMO_TEXTS)).toBeNull();
    expect(page).not.toMatch(/cars listed|happy customers|average rating|Verified purchase/);
  }
  expect(home).not.toContain('What customers say');
  expect(home.match(/alt="\w+ used cars from China/g)).toHaveLength(12);
  expect(home).toContain('Estimate from our export guide');
});

test('without demo stock, shows computed figures with their sources, and real reviews', async () => {
  await addCars(
    pool,
    Array.from({ length: 20 }, (_, at) => ({ make: 'BYD', model: 'Seal', year: NOW.getUTCFullYear() - (at % 2) })),
  );
  const { id: first } = await addUser(pool, { name: 'Fatou Diop' });
  const [from, to] = [new Date(NOW.getTime() - 86_400_000), NOW];
  await addOrderHistory(pool, first, { from, to, sales: 20, rentals: 1, cancelledEach: 100 });
  await pool.query(
    `with people as (
       insert into users (name, email, email_key, password_hash, status)
       select 'Fatou Diop', 'fatou' || n || '@b.example', 'fatou' || n || '@b.example', $1, 'Active'
       from generate_series(1, 20) n returning id
     ), numbered as (select id, row_number() over () as n from people)
     update bookings set status = 'completed', user_id = numbered.id
     from numbered, (select id, row_number() over (order by id) as n from bookings) b
     where b.id = bookings.id and numbered.n = b.n`,
    [await passwordHash()],
  );
  await pool.query(
    `insert into reviews (booking_id, listing_id, user_id, rating, text, created_at)
     select id, listing_id, user_id, case when id % 2 = 0 then 4 else 5 end, 'Review ' || id, created_at
     from bookings where status = 'completed' order by id limit 12`,
  );
  await pool.query(
    'update reviews set hidden_at = now(), rating = 1 where id in (select id from reviews order by id limit 2)',
  );
  await pool.query("insert into vin_checks values ('2026-01-31', 60), ('2026-02-01', 75)");
  const figures = await reader(() => NOW)();
  expect(figures).toMatchObject({
    demo: false,
    carsListed: 23,
    buyersServed: 20,
    rating: { average: 4.5, reviews: 10 },
    topMake: { make: 'BYD', cars: 20 },
    vinChecks: { count: 135, since: '2026-01-31' },
  });
  expect(figures.reviews).toHaveLength(6);
  expect(figures.reviews[0]).toMatchObject({
    author: 'Fatou D.',
    RentSell: 'Sell',
    car: expect.stringMatching(/ BYD Seal$/),
  });

  const home = await textsOf('/');
  expect(home).not.toMatch(/Demo figures|4000\+|95%|1000\+|6\.5 years|100\+/);
  const shown = [
    'Counted from our listings',
    'People with a completed booking',
    'From 10 reviews by buyers and renters',
  ];
  const insights = ['All listed cars, by model year', 'Most cars listed: 20', 'Counted since Jan 31, 2026'];
  for (const words of [...shown, ...insights, 'Fatou D.', 'Verified purchase', '4.5/5 from 10 reviews.'])
    expect(home).toContain(words);
  expect(await textsOf('/AboutUs')).toContain('Counted from our listings');
});

test('leaves reviews out while there are fewer than three', async () => {
  await pool.query(
    "update reviews set text = '' where id not in (select id from reviews where hidden_at is null order by id limit 2)",
  );
  expect((await reader(() => NOW)()).reviews).toEqual([]);
});

test('computes once a minute, returns the old result meanwhile, and repeats a failure', async () => {
  let now = NOW.getTime();
  let computed = 0;
  let fails = true;
  const read = reader(
    () => new Date(now),
    async () => {
      computed += 1;
      if (fails) throw new Error('no connection');
      return computed > 2;
    },
  );
  await expect(read()).rejects.toThrow('no connection');
  fails = false;
  expect((await Promise.all([read(), read()])).map(({ demo }) => demo)).toEqual([false, false]);
  now += 59_000;
  await read();
  expect(computed).toBe(2);
  now += 1_000;
  expect((await read()).demo).toBe(false);
  await expect.poll(async () => (await read()).demo).toBe(true);
  expect(computed).toBe(3);
});

test('counts the VINs that are decoded, without saying whose', async () => {
  const app = await pagesApp(pool);
  const { cookie } = await signIn(pool);
  const today = async () =>
    (await pool.query("select checks from vin_checks where day = (now() at time zone 'UTC')::date")).rows[0]?.checks ??
    0;
  const before = await today();
  for (const vin of ['LGXCE6CB0R0123456', 'LGXCE6CB0R0123456', 'nonsense'])
    expect((await getJson(app, `/api/vin/${vin}`, cookie)).status).toBe(200);
  await expect.poll(today).toBe(before + 2);
});

test('on demo stock, shows the figures and testimonials of the specification, marked as demo figures', async () => {
  const { installedDemo } = await builtSite();
  const demo = (await installedDemo())!;
  const { pool: fresh } = await testDatabase();
  await demo.createAccounts(fresh, { hash: passwordHash } as never);
  const site = async () => {
    const app = await pagesApp(fresh);
    return (await app.inject('/')).body.replace(/<script[\s\S]*?<\/script>/g, '');
  };
  expect((await site()).match(DEMO_TEXTS)).toBeNull();
  await loadCatalog(fresh);
  await demo.loadCars(fresh, 60, () => {});
  const home = await site();
  expect(home.match(/Demo figures/g)).toHaveLength(3);
  for (const words of ['4000+', '4.5/5 from 1000+ happy customers, 95% satisfaction', '6.5 years', '100+', 'Amina K.'])
    expect(home).toContain(words);
  await fresh.query('update listings set deleted_at = now()');
  expect((await site()).match(DEMO_TEXTS)).toBeNull();
});
