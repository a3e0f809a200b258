import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { callsOf } from '../../api-client/api-call.ts';
import type { CompressedBody } from './cache/compressed-body.ts';
import { VersionedCache } from './cache/versioned-cache.ts';
import { ANONYMOUS } from './caller.ts';
import { endpoint } from './endpoint.ts';
import { registerEndpoints } from './register-endpoints.ts';
import { serializeByResponseSchema, validateWithZod } from './schema-compilers.ts';

const { pool } = await testDatabase();
let known = 1;
let latest = 1;
let runs = 0;
let requested = 0;
let expected = 0;
/** Resolves when the expected number of requests wait for the handler. */
async function allRequested() {
  await vi.waitUntil(() => requested >= expected, { timeout: 10_000, interval: 5 });
  await setImmediate();
}
async function lookUp() {
  await setImmediate();
  known = latest;
}
const contract = { slow: { responses: { 200: z.object({ runs: z.number() }) } } };
const calls = callsOf<typeof contract>({ slow: 'GET /api/slow' });
const app = Fastify();
app.addHook('preHandler', (_request, _reply, done) => {
  requested += 1;
  done();
});
app.setValidatorCompiler<z.ZodType>(validateWithZod);
app.setSerializerCompiler<z.ZodType>(serializeByResponseSchema);
registerEndpoints(app, {
  db: pool,
  guard: async () => ANONYMOUS,
  uploads: { folder: '', freeBytes: async () => Number.POSITIVE_INFINITY },
  cache: new VersionedCache<CompressedBody>(
    { current: () => known, refresh: () => (known === latest ? null : lookUp()) },
    { maxBytes: 1e6, maxAgeMs: 60_000, sizeOf: () => 1 },
  ),
  endpoints: {
    test: [
      endpoint(calls.slow, contract.slow, {
        summary: 'Takes a while',
        access: 'anyone',
        cache: 'while-stock-unchanged',
        handle: async () => {
          await allRequested();
          runs += 1;
          if (runs === 3) throw new Error('third time unlucky');
          return { runs };
        },
      }),
    ],
  },
});
afterAll(() => app.close());
const request = async () => (await app.inject('/api/slow')).json();

test('runs the handler once for 20 concurrent requests, and caches the response until the data changes', async () => {
  expected = 20;
  const answers = await Promise.all(Array.from({ length: 20 }, request));
  expect(answers.every((answer) => answer.runs === 1)).toBe(true);
  expect(await request()).toEqual({ runs: 1 });
  latest = 2;
  expect(await request()).toEqual({ runs: 2 });
});

test('sends a failure to all waiting requests and does not cache it', async () => {
  latest = 3;
  expected = requested + 3;
  const statuses = await Promise.all([1, 2, 3].map(async () => (await app.inject('/api/slow')).statusCode));
  expect(statuses).toEqual([500, 500, 500]);
  expect(await request()).toEqual({ runs: 4 });
});

test('tells proxies to keep no cached response, because some keep those without cache-control', async () => {
  expected = requested;
  known = latest = 10;
  const responses = [await app.inject('/api/slow'), await app.inject('/api/slow')];
  expect(responses.map(({ statusCode, headers }) => [statusCode, headers['cache-control']])).toEqual([
    [200, 'no-cache'],
    [200, 'no-cache'],
  ]);
});
