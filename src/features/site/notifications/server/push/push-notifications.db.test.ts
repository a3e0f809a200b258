import { beforeEach, expect, test } from 'vitest';
import { readConfig } from '#lib/server/config/config.ts';
import { openSecretBox, SecretBox } from '#lib/server/secrets/secret-box.ts';
import { signIn } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { pushService } from '../../../../../../tests/support/site/push-service.ts';
import { notify } from '../notify.ts';
import { personOfUser } from '../person-store.ts';
import { readVapidKeys } from './push-keys.ts';
import { pushDueNotifications } from './push-notifications.ts';
import { addSubscription, MAX_FAILURES } from './push-store.ts';
import { isPushService, pushSender } from './send-push.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const secrets = openSecretBox(readConfig({ ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }));
const service = await pushService();
const NOW = new Date('2026-11-29T10:00:00Z');
const keys = () => readVapidKeys(pool, secrets);
const send = pushSender(keys, 'mailto:desk@quay.example', service.post);
const CAR = { id: 7, name: '2021 BYD Han', path: '/buy-car/byd-han-7', isRental: false };

let user: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  user = await signIn(pool);
  Object.assign(service, { status: 201, calls: 0, received: [] });
});

async function subscribe() {
  const { endpoint, keys: browserKeys } = service.subscribe();
  await addSubscription(pool, await personOfUser(pool, user.id), { endpoint, ...browserKeys });
}
const sold = (once: string) => notify(pool, 'favorite.sold', [{ userId: user.id, facts: CAR, once }], NOW);
const push = (minutes = 0) => {
  const now = new Date(NOW.getTime() + minutes * 60_000);
  return pushDueNotifications({ pool, send, clock: { now: () => now } }, (error) => {
    throw error;
  });
};
const browsers = async () =>
  (
    await pool.query('select failures from push_subscriptions where person_id = $1', [
      await personOfUser(pool, user.id),
    ])
  ).rows;

test('the browser decrypts one push that names the event and its page, signed with the key it subscribed to', async () => {
  await subscribe();
  await sold('one');
  await push();
  await push();
  expect(service.received).toEqual([
    {
      message: {
        title: 'Sold: 2021 BYD Han',
        body: 'You saved this car. Its page shows similar ones.',
        path: '/buy-car/byd-han-7',
        tag: 'news',
      },
      claims: {
        aud: service.origin,
        sub: 'mailto:desk@quay.example',
        exp: expect.any(Number),
        iat: expect.any(Number),
      },
      publicKey: (await keys()).publicKey,
    },
  ]);
});

test('several events are one push to each browser', async () => {
  await subscribe();
  await subscribe();
  await sold('one');
  await sold('two');
  await push();
  expect(service.received).toHaveLength(2);
  expect(service.received[0]!.message).toMatchObject({ title: '2 notifications from CarQuay', path: '/Notifications' });
});

test.each([404, 410])('deletes a subscription when the push service answers %i', async (status) => {
  await subscribe();
  await sold('one');
  service.status = status;
  await push();
  expect(await browsers()).toEqual([]);
});

test('tries again ten minutes after a failure, and gives up a browser after several in a row', async () => {
  await subscribe();
  await sold('one');
  service.status = 503;
  await push();
  expect(await browsers()).toEqual([{ failures: 1 }]);
  await push(9);
  expect(service.calls).toBe(1);
  service.status = 201;
  await push(10);
  expect([service.received.length, await browsers()]).toEqual([1, [{ failures: 0 }]]);
  await sold('two');
  service.status = 503;
  for (let round = 0; round < MAX_FAILURES; round++) await push(20 * round + 20);
  expect(await browsers()).toEqual([]);
});

test('all processes use the keys of the first one, which another encryption key cannot read', async () => {
  await pool.query('delete from push_keys');
  const made = await Promise.all([keys(), keys(), keys()]);
  expect(new Set(made.map(({ publicKey }) => publicKey)).size).toBe(1);
  const { rows } = await pool.query('select private_key from push_keys');
  expect(rows[0].private_key).not.toContain(made[0]!.privateKey);
  await expect(readVapidKeys(pool, new SecretBox([Buffer.alloc(32, 8)]))).rejects.toThrow('ENCRYPTION_KEY');
});

test.each([
  'http://fcm.googleapis.com/send/1',
  'https://169.254.169.254/latest',
  'https://localhost/push',
  'https://fcm.googleapis.com.evil.example/send',
  'https://user:pass@fcm.googleapis.com/send',
  'https://fcm.googleapis.com:8443/send',
])('a browser cannot make the site send requests to %s', async (endpoint) => {
  expect(isPushService(endpoint)).toBe(false);
  const body = { endpoint, keys: service.subscribe().keys };
  expect((await postJson(app, '/api/push-subscriptions', body, { cookie: user.cookie })).status).toBe(400);
  expect(await browsers()).toEqual([]);
});

test('adds and removes a browser of a known push service, and moves it to the account that uses it now', async () => {
  const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/abc';
  const body = { endpoint, keys: service.subscribe().keys };
  const other = await signIn(pool);
  await postJson(app, '/api/push-subscriptions', body, { cookie: other.cookie });
  expect((await postJson(app, '/api/push-subscriptions', body, { cookie: user.cookie })).body).toEqual({ flag: '1' });
  expect(await browsers()).toHaveLength(1);
  await postJson(app, '/api/push-subscriptions/remove', { endpoint }, { cookie: other.cookie });
  expect(await browsers()).toHaveLength(1);
  await postJson(app, '/api/push-subscriptions/remove', { endpoint }, { cookie: user.cookie });
  expect(await browsers()).toEqual([]);
  const { body: settings } = await getJson(app, '/api/notification-settings', user.cookie);
  expect(settings.push_key).toMatch(/^[\w-]{87}$/);
});
