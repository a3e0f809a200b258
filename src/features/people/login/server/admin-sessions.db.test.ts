import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

type Session = { id: number; current: boolean; address: string };
let app: FastifyInstance;
let pool: pg.Pool;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
});

/** A person of the back office who is logged in on two devices. */
async function onTwoDevices() {
  const person = await signInAdmin(pool, { fromEnvironment: true });
  const { cookies } = await postJson(app, '/api/admin/admin/login', { email: person.email, password: PASSWORD });
  return { ...person, other: cookies };
}
const sessionsOf = async (cookie: string): Promise<Session[]> =>
  (await getJson(app, '/api/admin/sessions', cookie)).body.sessions;
const end = (cookie: string, path = '') =>
  postJson(app, `/api/admin/sessions${path}`, undefined, { cookie, method: 'DELETE' });
const isLoggedIn = async (cookie: string) => (await getJson(app, '/api/admin/sessions', cookie)).status === 200;

test('lists a person’s sessions, and ends one or all others but never another person’s', async () => {
  const [first, second] = [await onTwoDevices(), await onTwoDevices()];
  const sessions = await sessionsOf(first.cookie);
  expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
  const other = sessions.find(({ current }) => !current)!;
  expect((await end(second.cookie, `/${other.id}`)).status).toBe(404);
  expect(await isLoggedIn(first.other)).toBe(true);
  expect((await end(first.cookie, `/${other.id}`)).body).toMatchObject({ flag: '1' });
  expect([await isLoggedIn(first.cookie), await isLoggedIn(first.other)]).toEqual([true, false]);

  expect((await end(second.other)).body).toMatchObject({ flag: '1' });
  expect([await isLoggedIn(second.cookie), await isLoggedIn(second.other)]).toEqual([false, true]);
  const { rows } = await pool.query(
    `select action, subject_id as subject from audit_log where actor_kind = 'admin' and action like '%sessions% ended' or action = 'session ended'
     order by id`,
  );
  expect(rows).toEqual([
    { action: 'session ended', subject: first.id },
    { action: 'other sessions ended', subject: second.id },
  ]);
});
