import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type CallContract, callsOf } from '../../api-client/api-call.ts';
import { inProcessApi } from './in-process-api.ts';

const calls = callsOf<{ echo: CallContract; full: CallContract }>({ echo: 'GET /api/echo', full: 'GET /api/full' });
const app = Fastify();
app.get('/api/echo', async (request, reply) => {
  reply.header('set-cookie', 'a=1').header('set-cookie', 'b=2');
  return { cookie: request.headers.cookie, browser: request.headers['user-agent'], ip: request.ip };
});
app.get('/api/full', async (_request, reply) => reply.code(429).header('retry-after', '7').send({}));
const visitor = {
  ip: '192.0.2.7',
  headers: { cookie: 'session=secret', 'user-agent': 'Browser', 'x-forwarded-for': '198.51.100.1' },
} as never;

test("sends the visitor's cookies and user agent for a private page, and collects new cookies", async () => {
  const { api, setCookies } = inProcessApi(app, visitor, { personal: true });
  expect(await api.call(calls.echo)).toEqual({ cookie: 'session=secret', browser: 'Browser', ip: '192.0.2.7' });
  expect(setCookies).toEqual(['a=1', 'b=2']);
});

test('sends no cookies for a public page', async () => {
  const { api, setCookies } = inProcessApi(app, visitor, { personal: false });
  expect(await api.call(calls.echo)).toEqual({ browser: expect.not.stringContaining('Browser'), ip: '192.0.2.7' });
  expect(setCookies).toEqual([]);
});

test('returns the Retry-After of a failed call by its status', async () => {
  const { api, retryAfterOf } = inProcessApi(app, visitor, { personal: true });
  await api.call(calls.echo);
  expect(retryAfterOf(429)).toBeUndefined();
  await api.call(calls.full).catch(() => {});
  expect([retryAfterOf(429), retryAfterOf(200)]).toEqual(['7', undefined]);
});
