import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { addUser } from '../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { insertSession } from './session-store.ts';

const { pool } = await testDatabase();
const ORIGIN = { ip: '127.0.0.1', userAgent: '', requestId: 'a test' };

test('many logins of one user at the same time all succeed, and the oldest sessions end', async () => {
  const { id } = await addUser(pool, { email: 'chen@test.example' });
  const logIn = () => insertSession(pool, 'user', id, randomBytes(32), ORIGIN);
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 60 }, logIn));
  await logIn();
  const { rows } = await pool.query('select count(*) as sessions from sessions where user_id = $1', [id]);
  expect(rows[0].sessions).toBe(50);
});
