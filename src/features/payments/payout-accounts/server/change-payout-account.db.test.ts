import { beforeEach, expect, test } from 'vitest';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import {
  ACCOUNT,
  accountCode,
  addPayoutAccount,
  enterPayoutAccount,
} from '../../../../../tests/support/payments/payout-account.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const OTHER = 'GB33BUKB20201555555555';
const { pool } = await testDatabase();
const app = await testApp(pool);
let user: Awaited<ReturnType<typeof signIn>>;

const mine = async () => (await getJson(app, '/api/my-payout-account', user.cookie)).body;
const enter = (change: Parameters<typeof enterPayoutAccount>[2] = {}) =>
  enterPayoutAccount({ app, pool }, user, change);
const cancel = () => postJson(app, '/api/my-payout-account/cancel', {}, { cookie: user.cookie });

beforeEach(async () => {
  user = await signIn(pool);
});

test('a user enters an account with password and code; it takes effect a day later and is announced by email', async () => {
  expect((await enter({ holder: '\u200b\u200b', code: '000000' })).status).toBe(400);
  expect((await enter({ account: 'DE00370400440532013000', code: '000000' })).status).toBe(400);
  for (const address of ['', '12345', 'Ningbo \u202e88', 'x'.repeat(501)])
    expect((await enter({ address, code: '000000' })).status, address).toBe(400);
  await pool.query('delete from mail_outbox');
  expect((await enter()).body.flag).toBe('1');
  expect(await mine()).toMatchObject({ account: null, pending: { account_end: '3000', holder: 'Chen Wei' } });
  const { rows } = await pool.query('select subject, text from mail_outbox order by id');
  expect(rows.map(({ subject }) => subject)).toEqual(['Your code for a new bank account', 'Your new bank account']);
  for (const { text } of rows) {
    expect(text).toContain('3000');
    expect(text).not.toContain(ACCOUNT.account);
  }
});

test('an account that waits does not replace the one that counts, and can be canceled once', async () => {
  await addPayoutAccount(pool, user.id);
  await enter({ account: OTHER });
  expect(await mine()).toMatchObject({ account: { account_end: '3000' }, pending: { account_end: '5555' } });
  expect((await cancel()).body.flag).toBe('1');
  expect((await cancel()).status).toBe(409);
  expect(await mine()).toMatchObject({ account: { account_end: '3000' }, pending: null });
});

test('neither the password nor the code alone is enough, and a code confirms only its account, once', async () => {
  const code = await accountCode({ app, pool }, user);
  expect((await enter({ password: 'not it', code })).body.fields).toEqual({ password: expect.any(String) });
  expect((await enter({ code: '' })).body.fields).toEqual({ code: expect.stringContaining('Enter the code') });
  for (const change of [{ account: OTHER }, { address: '1 Other Road\nMacao' }])
    expect((await enter({ ...change, code })).body.fields).toEqual({ code: expect.stringContaining('changed') });
  const other = await signIn(pool);
  expect((await enterPayoutAccount({ app, pool }, other, { code })).status).toBe(422);
  expect(await mine()).toEqual({ account: null, pending: null });
  const both = await Promise.all([enter({ code }), enter({ code })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test.each(['email_changed_at', 'password_reset_at'])(
  '%s cancels an account that waits, and no other',
  async (column) => {
    await addPayoutAccount(pool, user.id);
    await enter({ account: OTHER });
    await pool.query(`update users set ${column} = now() where id = $1`, [user.id]);
    expect(await mine()).toMatchObject({ pending: null, account: { account_end: '3000' } });
  },
);

test('neither a code nor an account is to be had within three days after the login was changed', async () => {
  const code = await accountCode({ app, pool }, user);
  await pool.query('update users set password_reset_at = now() where id = $1', [user.id]);
  expect(await enter({ code })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('changed recently') },
  });
  expect((await postJson(app, '/api/my-payout-account/code', ACCOUNT, { cookie: user.cookie })).status).toBe(409);
  await pool.query("update users set password_reset_at = now() - interval '73 hours' where id = $1", [user.id]);
  expect((await enter({ code })).body.flag).toBe('1');
});

test('the database refuses an account that counts earlier, and a changed one', async () => {
  await enter();
  const early = `insert into payout_accounts (user_id, holder, bank, account, bic, effective_at) values ($1, 'x', 'x', 'DE89370400440532013000', 'COBADEFF', now())`;
  await expect(pool.query(early, [user.id])).rejects.toThrow('waits_a_day');
  await expect(pool.query(`update payout_accounts set account = '${OTHER}'`)).rejects.toThrow('only be canceled');
  await expect(pool.query('delete from payout_accounts')).rejects.toThrow('only be canceled');
});
