import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { addUser, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { dayFromNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { actingAdmin, actingVisitor, audit } from './audit.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };
let user: { id: number };
const ORIGIN = { ip: '192.0.2.7', requestId: 'r-1', userAgent: '' };

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  admin = await signInAdmin(pool);
  user = await addUser(pool, { name: 'Amina' });
  for (let index = 0; index < 5; index += 1) {
    const subject = { kind: 'user', id: user.id };
    await audit(pool, ORIGIN, { actor: actingAdmin(admin.id), action: 'profile changed', subject, details: { index } });
  }
  await audit(pool, ORIGIN, { actor: actingVisitor, action: 'login failed' });
});

const read = async (query: string) => (await getJson(app, `/api/admin/audit?${query}`, admin.cookie)).body;

test('returns actor, action, subject and origin of an entry', async () => {
  const { items, actions } = await read('');
  expect(items[0]).toMatchObject({ action: 'login failed', actor: { kind: 'visitor', id: null, name: null } });
  expect(items[1]).toEqual({
    id: expect.any(Number),
    at: expect.stringMatching(/Z$/),
    actor: { kind: 'admin', id: admin.id, name: 'Office' },
    action: 'profile changed',
    subject: { kind: 'user', id: user.id },
    ip: '192.0.2.7',
    requestId: 'r-1',
    details: { index: 4 },
  });
  expect(actions).toEqual(['login failed', 'profile changed']);
});

test('pages from newest to oldest, each entry once', async () => {
  const seen: number[] = [];
  for (let next: number | null | undefined; next !== null; ) {
    const page: { items: { id: number }[]; next: number | null } = await read(`limit=4${next ? `&after=${next}` : ''}`);
    seen.push(...page.items.map(({ id }) => id));
    next = page.next;
  }
  expect(seen).toHaveLength(6);
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
});

test('filters by actor, action, subject and date', async () => {
  const count = async (query: string) => (await read(query)).items.length;
  const today = dayFromNow(0);
  expect(await count('actor=visitor')).toBe(1);
  expect(await count(`actor=admin&actorId=${admin.id}`)).toBe(5);
  expect(await count('action=login failed')).toBe(1);
  expect(await count(`subject=user&subjectId=${user.id}`)).toBe(5);
  expect(await count(`from=${today}&to=${today}`)).toBe(6);
  expect(await count('to=2020-01-01')).toBe(0);
});

test.each(['actor=root', 'after=-1', 'after=1e19', 'from=never', 'limit=0', 'action=%00'])(
  'rejects %s with 400',
  async (q) => {
    expect((await getJson(app, `/api/admin/audit?${q}`, admin.cookie)).status).toBe(400);
  },
);

test('prevents updates and deletes of entries', async () => {
  await expect(pool.query("update audit_log set action = 'nothing'")).rejects.toThrow('append-only');
  await expect(pool.query('delete from audit_log')).rejects.toThrow('append-only');
});
