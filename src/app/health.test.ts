import Fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serializeByResponseSchema } from '#lib/server/http/schema-compilers.ts';
import { registerHealth } from './health.ts';

const MINUTE_MS = 60_000;
const stopping = { isDraining: false };
let works = true;
let ageMs: number | null = 0;
let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify().setSerializerCompiler(serializeByResponseSchema as never);
  const query = async () => {
    if (!works) throw new Error('The database does not respond');
    return { rows: [] };
  };
  registerHealth(app, {
    pool: { query } as unknown as pg.Pool,
    isDatabaseLost: () => false,
    inventoryAgeMs: () => ageMs,
    isHeld: false,
    stopping,
  });
  await app.ready();
});
afterAll(() => app.close());

const ready = async () => {
  const response = await app.inject('/api/ready');
  return { status: response.statusCode, ...response.json(), connection: response.headers.connection };
};

test('is degraded without the database for ten minutes, then not ready', async () => {
  expect(await ready()).toMatchObject({ status: 'ok' });
  works = false;
  for (const [age, code] of [
    [0, 200],
    [10 * MINUTE_MS, 200],
    [10 * MINUTE_MS + 1, 503],
  ] as const) {
    ageMs = age;
    const { statusCode } = await app.inject('/api/ready');
    expect([age, statusCode]).toEqual([age, code]);
  }
  ageMs = 0;
  expect(await ready()).toMatchObject({ degraded: true });
});

test('is not ready without the database and without an inventory', async () => {
  works = false;
  ageMs = null;
  expect((await app.inject('/api/ready')).statusCode).toBe(503);
});

test('is not ready while draining, and asks clients to close their connections', async () => {
  works = true;
  stopping.isDraining = true;
  expect(await ready()).toMatchObject({ status: 'stopping', connection: 'close' });
  const { statusCode, headers } = await app.inject('/api/health');
  expect([statusCode, headers.connection]).toEqual([200, 'close']);
});
