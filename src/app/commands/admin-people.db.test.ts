import { expect, test } from 'vitest';
import { PasswordHasher } from '#features/people/accounts/server/password-hasher.ts';
import { signInAdmin } from '../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../tests/support/server/test-app.ts';
import { readAdminArguments, runAdmin } from './admin-people.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const hasher = new PasswordHasher();

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  await runAdmin({ pool, hasher }, readAdminArguments(args), (line) => lines.push(line));
  return lines;
}
const passwordIn = (lines: string[]) => lines[0]?.split('  ')[1] ?? '';
const logIn = (email: string, password: string) => postJson(app, '/api/admin/admin/login', { email, password });

test('add prints a generated password once; its login has to set up two-factor', async () => {
  const password = passwordIn(await run('add', 'ops@office.example', '--role', 'administrator'));
  expect(password).toHaveLength(16);
  const { cookies } = await logIn('ops@office.example', password);
  expect((await getJson(app, '/api/get-users', cookies)).body.code).toBe('second_factor_needed');
  await expect(run('add', 'OPS@office.example')).rejects.toThrow('OPS@office.example is already in use.');
  expect(await run('list')).toEqual(['ops@office.example  administrator  active  two-factor off']);
});

test('reset enables a person with a new password, without two-factor and without sessions', async () => {
  const { id, email, cookie } = await signInAdmin(pool, { role: 'finance' });
  await pool.query('update admins set disabled_at = now() where id = $1', [id]);
  const password = passwordIn(await run('reset', email));
  expect((await getJson(app, '/api/admin/second-factor', cookie)).status).toBe(401);
  expect((await logIn(email, password)).body.flag).toBe('1');
  const { rows } = await pool.query(
    'select actor_kind, action from audit_log where subject_id = $1 order by id limit 1',
    [id],
  );
  expect(rows).toEqual([{ actor_kind: 'system', action: 'person reset' }]);
  await expect(run('reset', 'nobody@office.example')).rejects.toThrow('Nobody has nobody@office.example.');
});

test.each([[], ['add'], ['add', 'no-address'], ['add', 'a@b.example', '--role', 'king'], ['list', 'x'], ['--force']])(
  'prints the usage for %j',
  (...args) => {
    expect(() => readAdminArguments(args)).toThrow('Usage:');
  },
);
