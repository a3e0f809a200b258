import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { callsOf } from '../../api-client/api-call.ts';
import type { CompressedBody } from './cache/compressed-body.ts';
import { VersionedCache } from './cache/versioned-cache.ts';
import { NOBODY } from './caller.ts';
import { endpoint } from './endpoint.ts';
import { registerEndpoints } from './register-endpoints.ts';
import { serializeByResponseSchema, validateWithZod } from './schema-compilers.ts';

const { pool } = await testDatabase();
let version = 1;
let made = 0;
let asked = 0;
let expected = 0;
/** Resolves when the expected number of requests wait for the handler. */
async function everybodyAsked() {
  await vi.waitUntil(() => asked >= expected, { timeout: 10_000, interval: 5 });
  await setImmediate();
}
const contract = { slow: { responses: { 200: z.object({ made: z.number() }) } } };
const calls = callsOf<typeof contract>({ slow: 'GET /api/slow' });
const app = Fastify();
app.addHook('preHandler', (_request, _reply, done) => {
  asked += 1;
  done();
});
app.setValidatorCompiler<z.ZodType>(validateWithZod);
app.setSerializerCompiler<z.ZodType>(serializeByResponseSchema);
registerEndpoints(app, {
  db: pool,
  guard: async () => NOBODY,
  uploads: { folder: '', freeBytes: async () => Number.POSITIVE_INFINITY },
  cache: new VersionedCache<CompressedBody>(
    { current: () => version },
    { maxBytes: 1e6, maxAgeMs: 60_000, sizeOf: () => 1 },
  ),
  endpoints: [
    endpoint(calls.slow, contract.slow, {
      summary: 'Takes a while',
      tag: 'Test',
      access: 'anyone',
      cache: 'while-stock-unchanged',
      handle: async () => {
        await everybodyAsked();
        made += 1;
        if (made === 3) throw new Error('third time unlucky');
        return { made };
      },
    }),
  ],
});
afterAll(() => app.close());
const ask = async () => (await app.inject('/api/slow')).json();

test('an answer that many ask for at once is made once, and kept until the data changes', async () => {
  expected = 20;
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  expect(answers.every((answer) => answer.made === 1)).toBe(true);
  expect(await ask()).toEqual({ made: 1 });
  version = 2;
  expect(await ask()).toEqual({ made: 2 });
});

test('a failure is told to those who waited, and not kept', async () => {
  version = 3;
  expected = asked + 3;
  const statuses = await Promise.all([1, 2, 3].map(async () => (await app.inject('/api/slow')).statusCode));
  expect(statuses).toEqual([500, 500, 500]);
  expect(await ask()).toEqual({ made: 4 });
});
