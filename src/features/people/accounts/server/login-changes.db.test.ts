import { expect, test } from 'vitest';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { PASSWORD, signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo, tokenIn } from '../../../../../tests/support/mail/mails.ts';
import { postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { loginChangedAt, updateEmail } from './account-store.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);

test('resetting the password by email counts as a changed login', async () => {
  const user = await signIn(pool);
  expect(await loginChangedAt(pool, user.id)).toBeNull();
  await postJson(app, '/api/password-reset', { email: user.email });
  expect(await loginChangedAt(pool, user.id)).toBeNull();
  const mail = () => mailsTo(pool, user.email);
  await expect.poll(async () => (await mail()).length).toBe(1);
  const body = { token: tokenIn((await mail())[0]), npass: `${PASSWORD}!`, cpass: `${PASSWORD}!` };
  expect((await postJson(app, '/api/reset-password', body)).body.flag).toBe('1');
  expect(await loginChangedAt(pool, user.id)).toBeInstanceOf(Date);
});

test('a new address counts as a changed login, and the same one does not', async () => {
  const user = await signIn(pool);
  const change = (email: string) => withTransaction(pool, (db) => updateEmail(db, user.id, email));
  expect(await change(user.email.toUpperCase())).toBe(true);
  expect(await loginChangedAt(pool, user.id)).toBeNull();
  expect(await change(`new-${user.email}`)).toBe(true);
  expect(await loginChangedAt(pool, user.id)).toBeInstanceOf(Date);
});
