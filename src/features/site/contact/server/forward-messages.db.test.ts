import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { forwardDueMessages, sendService, startForwarding } from './forward-messages.ts';

const SENT = { from_name: 'Amina', from_email: 'amina@buyers.example', subject: 'A quote', message: 'One Seal' };
const IDS = { userId: 'user_1', serviceId: 'service_2', templateId: 'template_3' };
const { pool } = await testDatabase();
const app = await testApp(pool, {
  CONTACT_TRANSPORT: 'send-service',
  SEND_SERVICE_USER_ID: IDS.userId,
  SEND_SERVICE_ID: IDS.serviceId,
  SEND_SERVICE_TEMPLATE_ID: IDS.templateId,
});
const send = () => postJson(app, '/api/contact', SENT);
const forwardState = async () =>
  (await pool.query('select forward_at, forward_attempts from contact_messages order by id')).rows;

/** Starts a local sending service that answers with the given statuses in turn, then 200. */
async function service(...statuses: number[]) {
  const received: { request: IncomingMessage; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ request, body: await json(request) });
    response.writeHead(statuses.shift() ?? 200, { location: '/elsewhere' }).end('OK');
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  onTestFinished(() => new Promise<void>((closed) => void server.close(() => closed())));
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send` };
}

function log() {
  const warnings: object[] = [];
  return { warnings, warn: (facts: object) => void warnings.push(facts) };
}

beforeEach(() => pool.query('truncate contact_messages, contact_replies, mail_outbox, request_counts'));

test('forwards a message once, in the payload of the service’s library, and sends no email itself', async () => {
  const { received, url } = await service();
  expect((await send()).body).toMatchObject({ flag: '1' });
  const stop = startForwarding(pool, sendService({ url, ...IDS }), log());
  await expect.poll(forwardState).toEqual([{ forward_at: null, forward_attempts: 1 }]);
  await stop();
  expect(received.map(({ request, body }) => [request.method, request.headers['content-type'], body])).toEqual([
    [
      'POST',
      'application/json',
      {
        lib_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        user_id: 'user_1',
        service_id: 'service_2',
        template_id: 'template_3',
        template_params: SENT,
      },
    ],
  ]);
  expect((await pool.query('select 1 from mail_outbox')).rows).toEqual([]);
});

test('retries a failed message later and keeps it stored', async () => {
  const { received, url } = await service(500, 302);
  const forward = sendService({ url, ...IDS });
  const { warnings, ...rest } = log();
  await send();
  for (let round = 0; round < 3; round++) {
    await forwardDueMessages(pool, forward, rest);
    await forwardDueMessages(pool, forward, rest);
    expect(received).toHaveLength(round + 1);
    await pool.query("update contact_messages set forward_at = forward_at - interval '1 day'");
  }
  expect(await forwardState()).toEqual([{ forward_at: null, forward_attempts: 3 }]);
  expect(warnings).toMatchObject([{ reason: 'the send service answered 500' }, { reason: 'fetch failed' }]);
});

test('gives up after 16 attempts', async () => {
  const never = () => Promise.reject(new Error('no'));
  await send();
  for (let round = 0; round < 20; round++) {
    await forwardDueMessages(pool, never, log());
    await pool.query("update contact_messages set forward_at = forward_at - interval '1 day'");
  }
  expect(await forwardState()).toEqual([{ forward_at: null, forward_attempts: 16 }]);
});

test.each([
  [{ userId: undefined }, 'The user id is required: set SEND_SERVICE_USER_ID.'],
  [{ serviceId: undefined }, 'The service id is required: set SEND_SERVICE_ID.'],
  [{ templateId: '' }, 'The template id is required: set SEND_SERVICE_TEMPLATE_ID.'],
])('rejects %j before sending', (missing, sentence) => {
  expect(() => sendService({ url: 'http://127.0.0.1:9/', ...IDS, ...missing })).toThrow(sentence);
});
