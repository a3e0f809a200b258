import { beforeEach, expect, test } from 'vitest';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { newSecretToken } from '#lib/server/session/secret-token.ts';
import { PASSWORD, signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import type { FactsOf } from '../model/kinds.ts';
import { emailDueNotifications } from './email-notifications.ts';
import { type NewsFor, notify } from './notify.ts';
import { addressWithoutAccount, deleteUnconfirmedPeople } from './person-store.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const NOW = new Date('2026-11-29T10:00:00Z');
const HAN: FactsOf<'favorite.cheaper'> = {
  ...{ id: 7, name: '2021 BYD Han', path: '/buy-car/byd-han-7', isRental: false },
  ...{ cents: 1_800_000, wasCents: 2_000_000 },
};
const SEARCH: FactsOf<'search.cars'> = {
  name: 'BYD Han',
  path: '/CarExplore?make=BYD',
  count: 1,
  cars: [
    {
      id: 7,
      name: '2021 BYD Han',
      path: '/buy-car/byd-han-7',
      isRental: false,
      cents: 1_800_000,
      wasCents: null,
      reason: 'new',
    },
  ],
};

let user: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  user = await signIn(pool);
  await pool.query('delete from mail_outbox; delete from notifications; delete from request_counts');
});

const cheaper = (once = 'car 7 cheaper 1', who: { userId: number } | { personId: number } = { userId: user.id }) =>
  notify(pool, 'favorite.cheaper', [{ ...who, facts: HAN, once }], NOW);
const found = (more: Partial<NewsFor<'search.cars'>> = {}) =>
  notify(
    pool,
    'search.cars',
    [{ userId: user.id, facts: SEARCH, once: 'search 5 1', topic: 'search 5', ...more }],
    NOW,
  );
const list = async (cookie = user.cookie) => (await getJson(app, '/api/notifications', cookie)).body;
const send = (now = NOW) =>
  emailDueNotifications({ pool, siteOrigin: 'https://quay.example', clock: { now: () => now } }, (error) => {
    throw error;
  });
const mails = async () =>
  (await pool.query('select to_address, subject, text, unsubscribe_url from mail_outbox order by id')).rows;
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const settings = async (cookie = user.cookie) => (await getJson(app, '/api/notification-settings', cookie)).body;
const change = (body: object, cookie = user.cookie) =>
  postJson(app, '/api/notification-settings', body, { cookie, method: 'PUT' });
const HOURS = { zone: 'UTC', quiet: null, digest_at: 480, kinds: [] };

test('lists the events of a user once each, counts them as unseen, and marks them as seen', async () => {
  await cheaper();
  await cheaper();
  await found();
  const { unseen, items, next } = await list();
  expect([unseen, next]).toEqual([2, null]);
  expect(items).toEqual([
    {
      id: expect.any(Number),
      kind: 'search.cars',
      title: 'A car for your search “BYD Han”',
      lines: ['New: 2021 BYD Han, $18,000'],
      link: '/buy-car/byd-han-7',
      at: NOW.toISOString(),
      seen: false,
    },
    expect.objectContaining({ title: 'Price drop: 2021 BYD Han now costs $18,000', link: '/buy-car/byd-han-7' }),
  ]);
  const seen = await postJson(app, '/api/notifications/seen', { up_to: items[1].id }, { cookie: user.cookie });
  expect(seen.body).toEqual({ unseen: 1 });
  expect((await list()).items.map((item: { seen: boolean }) => item.seen)).toEqual([false, true]);
});

test('shows and marks nothing of other users', async () => {
  await cheaper();
  const [mine] = (await list()).items;
  const other = await signIn(pool);
  expect(await list(other.cookie)).toEqual({ unseen: 0, items: [], next: null });
  await postJson(app, '/api/notifications/seen', { up_to: mine.id }, { cookie: other.cookie });
  expect((await list()).unseen).toBe(1);
});

test('pages through older notifications', async () => {
  for (let event = 0; event < 31; event++) await cheaper(`car 7 cheaper ${event}`);
  const first = await list();
  expect(first.items).toHaveLength(30);
  const { body } = await getJson(app, `/api/notifications?before=${first.next}`, user.cookie);
  expect([body.items.length, body.next]).toEqual([1, null]);
});

test('a change that is rolled back notifies nobody', async () => {
  await withTransaction(pool, async (db) => {
    await notify(db, 'favorite.sold', [{ userId: user.id, facts: HAN, once: 'car 7 sold 1' }], NOW);
    throw new Error('undone');
  }).catch(() => {});
  expect((await list()).items).toEqual([]);
});

test('emails what was asked for at once and the rest daily, several events in one email', async () => {
  await cheaper();
  await found();
  await found({ once: 'search 5 2' });
  await send();
  const [first, ...others] = await mails();
  expect(others).toEqual([]);
  expect(first.to_address).toBe(user.email);
  expect(first.subject).toBe('A car for your search “BYD Han” and one more');
  expect(first.text).toContain('https://quay.example/buy-car/byd-han-7');
  expect(first.text).toContain('This is the first email of this kind.');
  await send(new Date('2026-11-30T08:00:00Z'));
  const [, digest] = await mails();
  expect(digest.subject).toBe('Price drop: 2021 BYD Han now costs $18,000');
  expect(digest.text).not.toContain('first email of this kind');
  await send(new Date('2026-12-01T08:00:00Z'));
  expect(await mails()).toHaveLength(2);
});

test('a person gets at most one email in 15 minutes', async () => {
  await found();
  await send();
  await found({ once: 'search 5 2' });
  await send(later(14));
  expect(await mails()).toHaveLength(1);
  await send(later(15));
  expect(await mails()).toHaveLength(2);
});

test('two workers at the same moment send one email', async () => {
  await found();
  await Promise.all([send(), send(), send()]);
  expect(await mails()).toHaveLength(1);
});

test('quiet hours delay an email until they end, and a switched off channel gets nothing', async () => {
  await change({ ...HOURS, zone: 'Africa/Nairobi', quiet: { from: 12 * 60, to: 15 * 60 } });
  await found();
  await send(later(119));
  expect(await mails()).toEqual([]);
  await send(later(120));
  expect(await mails()).toHaveLength(1);
  await change({ ...HOURS, kinds: [{ kind: 'search.cars', in_app: false, email: 'off', push: false }] });
  await found({ once: 'search 5 2' });
  await send(later(3_000));
  expect(await mails()).toHaveLength(1);
  expect((await list()).items).toHaveLength(1);
});

test('shows the defaults, stores choices, and refuses times and zones that do not exist', async () => {
  const before = await settings();
  expect(before).toMatchObject({ zone: 'UTC', quiet: null, digest_at: 480 });
  expect(before.kinds.find((one: { kind: string }) => one.kind === 'favorite.sold')).toEqual({
    ...{ kind: 'favorite.sold', in_app: true, email: 'digest', push: true },
  });
  const kinds = [{ kind: 'favorite.sold', in_app: true, email: 'now', push: false }];
  const { body } = await change({ zone: 'Africa/Nairobi', quiet: { from: 1_320, to: 420 }, digest_at: 600, kinds });
  expect(body).toEqual(await settings());
  expect(body).toMatchObject({ zone: 'Africa/Nairobi', quiet: { from: 1_320, to: 420 }, digest_at: 600 });
  expect(body.kinds).toContainEqual(kinds[0]);
  for (const wrong of [
    { zone: 'Mars/Olympus' },
    { quiet: { from: 60, to: 60 } },
    { digest_at: 1_440 },
    { kinds: [{ kind: 'none' }] },
  ])
    expect((await change({ ...HOURS, ...wrong })).status).toBe(400);
});

test('the emailed link stops one search, or all emails, but only by POST with the right key', async () => {
  await found();
  await send();
  const [{ unsubscribe_url: url }] = await mails();
  const { pathname, searchParams } = new URL(url);
  expect([pathname, searchParams.get('topic')]).toEqual(['/StopAlerts', 'search 5']);
  const stop = (body: object) => postJson(app, '/api/notifications/stop', body);
  expect((await stop({ token: 'f'.repeat(36), topic: 'search 5' })).body.flag).toBe('0');
  const token = searchParams.get('token');
  await found({ once: 'search 5 2' });
  expect((await stop({ token, topic: 'search 5' })).body.flag).toBe('1');
  await found({ once: 'search 5 3' });
  await send(later(60));
  expect(await mails()).toHaveLength(1);
  await found({ once: 'search 6 1', topic: 'search 6' });
  await send(later(60));
  expect(await mails()).toHaveLength(2);
  expect((await stop({ token })).body.flag).toBe('1');
  await found({ once: 'search 6 2', topic: 'search 6' });
  await cheaper();
  await send(later(6_000));
  expect(await mails()).toHaveLength(2);
  expect((await list()).items).toHaveLength(6);
});

test('an address without an account gets emails only once it is confirmed, and is deleted if it never is', async () => {
  const { token, hash } = newSecretToken();
  const { id } = await addressWithoutAccount(pool, 'No.Account@buyers.example', hash);
  const other = await addressWithoutAccount(pool, 'never@buyers.example', newSecretToken().hash);
  await cheaper('one', { personId: id });
  await send(later(6_000));
  expect(await mails()).toEqual([]);
  const confirm = () => postJson(app, '/api/notifications/confirm', { token });
  expect((await confirm()).body).toMatchObject({ flag: '1', key: expect.stringMatching(/^[\da-f-]{36}$/) });
  expect((await confirm()).body.flag).toBe('0');
  await cheaper('two', { personId: id });
  await send(later(6_000));
  expect((await mails()).map(({ to_address }) => to_address)).toEqual(['No.Account@buyers.example']);
  await pool.query("update notification_people set asked_at = now() - interval '8 days' where user_id is null");
  await deleteUnconfirmedPeople(pool, 7 * 86_400);
  const { rows } = await pool.query('select id from notification_people where id = any($1)', [[id, other.id]]);
  expect(rows).toEqual([{ id }]);
});

test('an account that is blocked gets no email', async () => {
  await found();
  await pool.query("update users set status = 'Inactive' where id = $1", [user.id]);
  await send();
  await pool.query("update users set status = 'Active' where id = $1", [user.id]);
  await send(later(60));
  expect(await mails()).toEqual([]);
});

test('the export of a user has the notifications, and deleting the account deletes them with those of its address', async () => {
  await cheaper();
  const { id } = await addressWithoutAccount(pool, user.email, newSecretToken().hash);
  await cheaper('by email', { personId: id });
  const data = (await postJson(app, '/api/my-data', { password: PASSWORD }, { cookie: user.cookie })).body;
  expect(data.notifications).toMatchObject([{ kind: 'favorite.cheaper', facts: HAN }]);
  expect(data.notificationSettings).toMatchObject({ zone: 'UTC', choices: [] });
  expect(data.alertsByEmail).toHaveLength(2);
  await postJson(app, '/api/delete-account', { password: PASSWORD }, { cookie: user.cookie });
  const { rows } = await pool.query('select 1 from notification_people where user_id = $1 or id = $2', [user.id, id]);
  expect(rows).toEqual([]);
  expect((await pool.query('select 1 from notifications')).rows).toEqual([]);
});
