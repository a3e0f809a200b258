import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { addUser } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { insertSession } from './session-store.ts';

const { pool } = await testDatabase();
const ORIGIN = { ip: '127.0.0.1', userAgent: '', requestId: 'a test' };
const MOST = 50;

test('a login ends the oldest sessions, and does not wait for another login that ends the same one', async () => {
  const { id } = await addUser(pool, { email: 'chen@test.example' });
  const logIn = () => insertSession(pool, 'user', id, randomBytes(32), ORIGIN);
  const oldest = await logIn();
  for (let session = 1; session < MOST; session++) await logIn();
  const count = async () => (await pool.query('select from sessions where user_id = $1', [id])).rowCount;
  expect(await count()).toBe(MOST);
  const other = await pool.connect();
  await other.query('begin');
  await other.query('delete from sessions where id = $1', [oldest]);
  expect(await Promise.race([logIn(), wait(3_000, 'waits')])).not.toBe('waits');
  await other.query('commit');
  other.release();
  expect(await count()).toBe(MOST);
  await Promise.all(Array.from({ length: 2 * MOST }, logIn));
  await logIn();
  expect(await count()).toBe(MOST);
});
