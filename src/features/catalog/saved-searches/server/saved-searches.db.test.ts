import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { alertSite } from '../../../../../tests/support/catalog/alert-site.ts';
import { addCars, type TestCar } from '../../../../../tests/support/catalog/cars.ts';
import { rulesCheckedToday } from '../../../../../tests/support/customs/rules.ts';
import { PASSWORD, signIn } from '../../../../../tests/support/data/accounts.ts';
import { changeRulesOfKenya } from '../../../../../tests/support/mail/rule-news.ts';
import { getJson, postJson } from '../../../../../tests/support/server/test-app.ts';
import { MAX_SEARCHES, MOST_AT_ONCE } from '../model/saved-query.ts';
import { lockFeed } from './matching/feed-store.ts';
import type { SearchReader } from './matching/search-reader.ts';

const site = await alertSite();
const { pool, app } = site;
await loadSeed(pool, await rulesCheckedToday());
const HAN: TestCar = { make: 'BYD', model: 'Han', year: 2021, priceCents: 2_000_000, posted: 0 };

type Person = Awaited<ReturnType<typeof signIn>>;
let user: Person;
let reader: SearchReader;
beforeEach(async () => {
  await pool.query(
    `delete from notifications; delete from saved_searches; delete from search_matches; delete from mail_outbox; delete from favourites;
     delete from request_counts; update listings set status = 'paused' where status in ('active', 'sold')`,
  );
  user = await signIn(pool);
  reader = site.newReader();
  await reader.look();
});
afterEach(() => reader.close());

const save = async (query: string, rhythm = 'at_once', { cookie } = user) =>
  (await postJson(app, '/api/saved-searches', { query, rhythm }, { cookie })).body;
const list = async ({ cookie } = user) => (await getJson(app, '/api/saved-searches', cookie)).body.searches;
const publish = async (car: Partial<TestCar> = {}) => (await addCars(pool, [{ ...HAN, ...car }]))[0]!;
const setPrice = (id: number, cents: number) =>
  pool.query('update listings set price_cents = $2 where id = $1', [id, cents]);
const setStatus = (id: number, status: string) =>
  pool.query('update listings set status = $2 where id = $1', [id, status]);
const told = async ({ cookie } = user) =>
  (await getJson(app, '/api/notifications', cookie)).body.items.map((item: { title: string; lines: string[] }) => [
    item.title,
    ...item.lines,
  ]);
/** Looks, and looks again when the time to collect is over. */
const look = async () => {
  await reader.look();
  site.pass(11);
  await reader.look();
};
const mails = async () => (await pool.query('select to_address, subject, text from mail_outbox order by id')).rows;

test('tells of a car that newly matches, once, and of nothing that a search does not ask for', async () => {
  expect((await save('?make=BYD&model=Han&maxPrice=21000')).search).toMatchObject({
    name: 'BYD Han, up to $21,000',
    cars: 0,
  });
  await publish();
  await publish({ model: 'Seal' });
  await publish({ priceCents: 2_200_000 });
  await look();
  await look();
  expect(await told()).toEqual([['A car for your search “BYD Han, up to $21,000”', 'New: 2021 BYD Han, $20,000']]);
});

test('does not tell of cars that were there when the search was saved', async () => {
  await publish();
  await save('?make=BYD');
  await publish({ year: 2022 });
  await look();
  expect(await told()).toEqual([['A car for your search “BYD”', 'New: 2022 BYD Han, $20,000']]);
});

test('tells of a lower price, a sale and a return of a car, each once', async () => {
  await save('?make=BYD');
  const id = await publish();
  await look();
  await setPrice(id, 1_990_000);
  await look();
  await setPrice(id, 1_900_000);
  await look();
  await setStatus(id, 'sold');
  await look();
  await setStatus(id, 'active');
  await look();
  expect((await told()).map(([, line]: string[]) => line)).toEqual([
    'Back on offer: 2021 BYD Han, $19,000',
    'Sold: 2021 BYD Han',
    'Price drop: 2021 BYD Han, $19,000 (was $20,000)',
    'New: 2021 BYD Han, $20,000',
  ]);
});

test('a car that leaves the price range and returns is told once, and a change of the text nothing', async () => {
  await save('?make=BYD&maxPrice=20000');
  const id = await publish();
  await look();
  for (const cents of [2_100_000, 2_000_000]) {
    await setPrice(id, cents);
    await look();
  }
  await pool.query("update listings set description = 'Changed.' where id = $1", [id]);
  await look();
  expect(await told()).toHaveLength(1);
});

test('a new price that waited for review is told as a lower price', async () => {
  await save('?make=BYD');
  const id = await publish();
  await look();
  await setStatus(id, 'requested');
  await look();
  await pool.query("update listings set status = 'active', price_cents = 1800000 where id = $1", [id]);
  await look();
  expect((await told())[0]).toEqual([expect.any(String), 'Price drop: 2021 BYD Han, $18,000 (was $20,000)']);
});

test('cars of ten minutes are one notification after the first', async () => {
  await save('?make=BYD');
  await publish();
  await reader.look();
  await publish({ year: 2022 });
  await publish({ year: 2023 });
  await reader.look();
  expect(await told()).toHaveLength(1);
  site.pass(11);
  await reader.look();
  expect((await told())[0]).toEqual([
    '2 cars for your search “BYD”',
    'New: 2023 BYD Han, $20,000',
    'New: 2022 BYD Han, $20,000',
  ]);
});

test('a process that is killed in the middle repeats and loses nothing', async () => {
  await save('?make=BYD');
  const id = await publish();
  await pool.query(`create function fail_once() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
    create trigger fail_once before update of batch on search_feed for each row when (new.batch > old.batch) execute function fail_once()`);
  await expect(reader.look()).rejects.toThrow('killed');
  await pool.query('drop trigger fail_once on search_feed; drop function fail_once');
  expect((await pool.query('select 1 from search_matches')).rows).toEqual([]);
  const other = site.newReader();
  expect(await other.look()).toBeNull();
  await pool.query("update search_feed set held_until = now() - interval '1 second'");
  await other.look();
  expect(await reader.look()).toBeNull();
  site.pass(11);
  await other.look();
  await other.close();
  await reader.look();
  const { rows } = await pool.query('select listing_id, reason from search_matches');
  expect(rows).toEqual([{ listing_id: id, reason: 0 }]);
  expect(await told()).toHaveLength(1);
});

test('a process that lost the lease in the middle cannot move the position', async () => {
  expect(await lockFeed(pool, randomUUID())).toBeNull();
});

test('matches that a killed process had collected are told by the next one', async () => {
  await save('?make=BYD');
  await publish();
  await reader.look();
  await publish({ year: 2022 });
  await reader.look();
  await reader.close();
  reader = site.newReader();
  site.pass(11);
  await reader.look();
  expect((await told()).map(([, line]: string[]) => line)).toEqual([
    'New: 2022 BYD Han, $20,000',
    'New: 2021 BYD Han, $20,000',
  ]);
});

test('after a gap that the feed does not cover, all cars are compared and each event is told once', async () => {
  await save('?make=BYD');
  const id = await publish();
  await look();
  await setPrice(id, 1_500_000);
  await publish({ year: 2023 });
  await pool.query('truncate listing_changes');
  await pool.query("update search_feed set looked_at = looked_at - interval '1 hour'");
  await look();
  const lines = (await told()).flatMap(([, ...rest]: string[]) => rest).sort();
  expect(lines).toEqual([
    'New: 2021 BYD Han, $20,000',
    'New: 2023 BYD Han, $20,000',
    'Price drop: 2021 BYD Han, $15,000 (was $20,000)',
  ]);
});

test('users who saved a car are told that it costs less, is sold, held and back', async () => {
  const id = await publish();
  await look();
  await pool.query('insert into favourites (user_id, listing_id) values ($1, $2)', [user.id, id]);
  await setPrice(id, 1_800_000);
  await look();
  await setStatus(id, 'sold');
  await look();
  await setStatus(id, 'active');
  await look();
  expect((await told()).map(([title]: string[]) => title)).toEqual([
    'Back on offer: 2021 BYD Han',
    'Sold: 2021 BYD Han',
    'Price drop: 2021 BYD Han now costs $18,000',
  ]);
  await site.sendEmails();
  expect(await mails(), 'nobody asked for an email at once').toEqual([]);
});

test('a search that finds too many cars is offered daily, with the number', async () => {
  await publish();
  await pool.query(
    `insert into listings (user_id, make_id, model_id, make, model, offer, status, year, price_cents)
     select user_id, make_id, model_id, make, model, offer, status, year, price_cents
     from (select * from listings where status = 'active' limit 1) as one, generate_series(1, $1::int)`,
    [MOST_AT_ONCE],
  );
  const { body: count } = await getJson(app, '/api/saved-searches/count?query=%3Fmake%3DBYD', user.cookie);
  expect(count).toMatchObject({ cars: MOST_AT_ONCE + 1, may_be_at_once: false, saved_id: null });
  const refused = await save('?make=BYD');
  expect(refused).toMatchObject({
    flag: '0',
    fields: { rhythm: expect.stringContaining(`${MOST_AT_ONCE + 1} cars now`) },
  });
  expect((await save('?make=BYD', 'daily')).flag).toBe('1');
  await pool.query("delete from listings where status = 'active'");
});

test('a daily search is told once a day of what was published since, and writes nothing before', async () => {
  await save('?make=BYD', 'daily');
  const id = await publish();
  await publish({ model: 'Seal', priceCents: 1_000_000 });
  await look();
  expect((await pool.query('select 1 from search_matches')).rows).toEqual([]);
  await site.lookUpSearches();
  expect(await told()).toEqual([]);
  site.pass(24 * 60);
  await reader.look();
  await site.lookUpSearches();
  await site.lookUpSearches();
  expect(await told()).toEqual([
    ['2 cars for your search “BYD”', 'New: 2021 BYD Seal, $10,000', 'New: 2021 BYD Han, $20,000'],
  ]);
  await setPrice(id, 1_700_000);
  await look();
  site.pass(24 * 60);
  await reader.look();
  await site.lookUpSearches();
  expect((await told())[0]).toEqual(['A car for your search “BYD”', 'Price drop: 2021 BYD Han, $17,000 (was $20,000)']);
});

test('following a seller tells of new cars by the seller', async () => {
  const { rows } = await pool.query("select id from users where email_key = 's@test.example'");
  expect((await save(`?seller=${rows[0].id}`)).search).toMatchObject({ is_followed_seller: true });
  await publish();
  await look();
  expect(await told()).toEqual([['A car from Seller', 'New: 2021 BYD Han, $20,000']]);
});

test('a search is seen, changed and deleted by its owner only', async () => {
  const { search } = await save('?make=BYD');
  expect((await save('?model=Han&make=BYD&page=3&sort=price-asc')).search.query).toBe('?make=BYD&model=Han');
  const other = await signIn(pool);
  expect(await list(other)).toEqual([]);
  const change = (body: object, { cookie }: Person) =>
    postJson(app, `/api/saved-searches/${search.id}`, body, { cookie, method: 'PUT' });
  expect((await change({ rhythm: 'weekly' }, other)).status).toBe(404);
  expect((await change({ rhythm: 'weekly', is_muted: true }, user)).body.search).toMatchObject({
    rhythm: 'weekly',
    is_muted: true,
  });
  const remove = ({ cookie }: Person) =>
    app.inject({ method: 'DELETE', url: `/api/saved-searches/${search.id}`, headers: { cookie } });
  await remove(other);
  expect(await list()).toHaveLength(2);
  await remove(user);
  expect(await list()).toHaveLength(1);
  expect((await getJson(app, '/api/saved-searches')).status).toBe(401);
});

test('a changed rhythm and a deleted search count from the next look on', async () => {
  const { search } = await save('?make=BYD');
  await reader.look();
  await postJson(app, `/api/saved-searches/${search.id}`, { rhythm: 'weekly' }, { cookie: user.cookie, method: 'PUT' });
  await publish();
  await look();
  expect(await told()).toEqual([]);
  await postJson(
    app,
    `/api/saved-searches/${search.id}`,
    { rhythm: 'at_once' },
    { cookie: user.cookie, method: 'PUT' },
  );
  await publish({ year: 2022 });
  await look();
  expect(await told()).toHaveLength(1);
  await app.inject({ method: 'DELETE', url: `/api/saved-searches/${search.id}`, headers: { cookie: user.cookie } });
  await publish({ year: 2023 });
  await look();
  expect([(await told()).length, (await pool.query('select 1 from search_matches')).rows]).toEqual([1, []]);
});

test('without an account, an address is confirmed first, and its link shows, changes and deletes the search', async () => {
  const address = 'no.account@buyers.example';
  const body = { query: '?make=BYD', rhythm: 'at_once', email: address };
  const ask = async () => (await postJson(app, '/api/saved-searches', body)).body;
  expect(await ask()).toEqual({ flag: '1', message: expect.stringContaining('Check your email') });
  await publish();
  await look();
  expect((await pool.query('select 1 from notifications')).rows).toEqual([]);
  const [, token] = /ConfirmAlerts\?token=([\w-]+)/.exec((await mails())[0].text)!;
  const { key } = (await postJson(app, '/api/notifications/confirm', { token })).body;
  await publish({ year: 2022 });
  await look();
  await site.sendEmails();
  const [, alert] = await mails();
  expect([alert.to_address, alert.subject]).toEqual([address, 'A car for your search “BYD”']);
  expect(alert.text).toContain(`/SavedSearches?key=${key}`);
  const [search] = (await getJson(app, `/api/saved-searches?key=${key}`)).body.searches;
  const changed = await postJson(app, `/api/saved-searches/${search.id}`, { rhythm: 'daily', key }, { method: 'PUT' });
  expect(changed.body.search.rhythm).toBe('daily');
  await ask();
  expect((await getJson(app, `/api/saved-searches?key=${key}`)).body.searches).toHaveLength(1);
  expect((await mails())[2].text).toContain(`key=${key}&add=`);
  const wrong = key.replaceAll(/\d/g, '0');
  expect((await getJson(app, `/api/saved-searches?key=${wrong}`)).status).toBe(401);
  await app.inject({ method: 'DELETE', url: `/api/saved-searches/${search.id}?key=${key}` });
  expect((await getJson(app, `/api/saved-searches?key=${key}`)).body.searches).toEqual([]);
});

test('an address gets at most three links a day, and a person has a limited number of searches', async () => {
  const body = { query: '?make=BYD', rhythm: 'daily', email: 'often@buyers.example' };
  for (let time = 0; time < 5; time++) expect((await postJson(app, '/api/saved-searches', body)).body.flag).toBe('1');
  expect(await mails()).toHaveLength(3);
  for (let year = 0; year < MAX_SEARCHES; year++) await save(`?make=BYD&year=${1960 + year}`, 'daily');
  expect(await save('?make=Geely', 'daily')).toMatchObject({
    flag: '0',
    message: expect.stringContaining('50 saved searches'),
  });
  expect((await save('?make=BYD&year=1960', 'weekly')).flag).toBe('1');
});

test('the key of a user who has an account opens nothing', async () => {
  await save('?make=BYD', 'daily');
  const { rows } = await pool.query('select key from notification_people where user_id = $1', [user.id]);
  expect((await getJson(app, `/api/saved-searches?key=${rows[0].key}`)).status).toBe(401);
});

test('the export has saved searches, and deleting the account deletes them', async () => {
  await save('?make=BYD', 'daily');
  const data = (await postJson(app, '/api/my-data', { password: PASSWORD }, { cookie: user.cookie })).body;
  expect(data.savedSearches).toMatchObject([{ query: '?make=BYD', rhythm: 'daily' }]);
  await postJson(app, '/api/delete-account', { password: PASSWORD }, { cookie: user.cookie });
  expect((await pool.query('select 1 from saved_searches')).rows).toEqual([]);
});

test('a publication of import rules that changes what a search finds is one notification that names it', async () => {
  const query = '?to=KE&make=BYD';
  await publish();
  await publish({ model: 'Seal' });
  await look();
  const { search } = await save(query, 'daily');
  await save('?make=BYD', 'daily');
  // As if the cars had been prohibited when they were counted last.
  await pool.query('update saved_searches set counted = 7 where id = $1', [search.id]);
  await site.tellOfRules();
  expect(await told(), 'no rule changed').toEqual([]);
  await changeRulesOfKenya(pool, 'At most 10 years old.');
  await site.tellOfRules();
  await site.tellOfRules();
  expect(await told()).toEqual([
    [
      'Import rules for Kenya changed',
      expect.stringContaining('At most 10 years old.'),
      expect.stringMatching(/^Your search “BYD, to Kenya” finds \d+ cars? now\. When we last counted, it found 7\.$/),
    ],
  ]);
  await look();
  expect(await told(), 'no car changed').toHaveLength(1);
});
