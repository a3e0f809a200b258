import { expect, test } from 'vitest';
import { ApiClient } from '#lib/api-client/api-client.ts';
import { actionByForm, type FormAction } from '#lib/pages/form-action.ts';
import { loginPath, requireUser } from '#lib/pages/page-handlers.ts';
import { english } from '../../../../../tests/support/messages/english.ts';
import {
  changePassword,
  dashboardActions,
  logIn,
  profileActions,
  requestPasswordReset,
  resetPassword,
  signUp,
} from './account-pages.ts';

/** Runs an action against an API with a fixed response; also returns the calls. */
async function run(
  action: FormAction,
  values: Record<string, string>,
  answer: unknown,
  { path = '/login', status = 200 } = {},
) {
  const calls: unknown[] = [];
  const api = new ApiClient(async ({ method, url, json }) => {
    calls.push([method, url, json]);
    return { status, text: async () => JSON.stringify(answer) };
  });
  const outcome = await action({ api, t: english, url: new URL(path, 'http://localhost'), params: {}, values });
  return { outcome, calls };
}

test('logs in through the specified call, stores the user and redirects to next', async () => {
  const answer = { flag: '1', message: 'Successfully logged in', name: 'Amina', id: 7 };
  const values = { email: 'a@b.c', password: 'secret', extra: 'x' };
  const { outcome, calls } = await run(logIn, values, answer, { path: '/login?next=/Profile' });
  expect(calls).toEqual([['POST', '/api/login', { email: 'a@b.c', password: 'secret' }]]);
  expect(outcome).toEqual({
    done: true,
    message: 'Successfully logged in',
    to: '/Profile',
    user: { id: 7, name: 'Amina' },
  });
});

test.each<[string, FormAction, Record<string, string>]>([
  ['login', logIn, { email: 'a@b.c', password: 'secret' }],
  ['sign-up', signUp, { name: 'A', email: 'a@b.c', mobileno: '1', password: 'secret' }],
  ['change of password', changePassword, { id: '7', opass: 'secret', npass: 'secret', cpass: 'secret' }],
  ['download', profileActions, { form: 'download', password: 'secret' }],
  ['deletion', profileActions, { form: 'delete', password: 'secret' }],
])('a refused %s stays on the page, shows the reason and returns no password', async (_name, action, values) => {
  const { outcome } = await run(action, values, { flag: '0', message: 'No.', fields: { password: 'Wrong.' } });
  expect(outcome).toMatchObject({ done: false, message: 'No.', fields: { password: 'Wrong.' } });
  expect(outcome.to).toBeUndefined();
  expect(outcome.user).toBeUndefined();
  expect(JSON.stringify(outcome)).not.toContain('secret');
});

test('sets a new password with the token of the URL', async () => {
  const answer = { flag: '1', message: 'Done.' };
  const path = '/ResetPassword?token=abc';
  const { outcome, calls } = await run(resetPassword, { npass: 'n', cpass: 'c' }, answer, { path });
  expect(calls).toEqual([['POST', '/api/reset-password', { token: 'abc', npass: 'n', cpass: 'c' }]]);
  expect(outcome).toEqual({ done: true, message: 'Done.', to: '/login' });
});

test.each([
  ['/signup?next=%2FProfile%3Fa%3D1', '/login?next=%2FProfile%3Fa%3D1'],
  ['/signup', '/login'],
])('from %s, sign-up redirects to %s', async (path, to) => {
  expect((await run(signUp, {}, { flag: '1', message: 'Done.' }, { path })).outcome.to).toBe(to);
});

test.each([
  ['/forgotpassword?next=%2FProfile', '/login?reset=sent&next=%2FProfile'],
  ['/forgotpassword', '/login?reset=sent'],
])('from %s, a password reset redirects to %s', async (path, to) => {
  expect((await run(requestPasswordReset, {}, { flag: '1', message: 'Done.' }, { path })).outcome.to).toBe(to);
});

test('stores the user whom sign-up has logged in', async () => {
  const { outcome } = await run(signUp, {}, { flag: '1', message: 'Done.', name: 'Amina', id: 7 });
  expect(outcome.user).toEqual({ id: 7, name: 'Amina' });
});

test.each([
  ['download', '/api/my-data'],
  ['delete', '/api/delete-account'],
])('%s sends the account id of the page', async (form, url) => {
  const { calls } = await run(profileActions, { form, id: '7', password: 'secret' }, { flag: '1' });
  expect(calls).toEqual([['POST', url, { id: '7', password: 'secret' }]]);
});

test('clears the stored user after logout and account deletion', async () => {
  const bye = { flag: '1', message: 'Bye.' };
  expect((await run(actionByForm(dashboardActions), { form: 'logout' }, bye)).outcome).toMatchObject({
    user: null,
    to: '/login',
  });
  expect((await run(profileActions, { form: 'delete' }, bye)).outcome).toMatchObject({ user: null, to: '/' });
});

test('turns exported data into a file without the flag of the response', async () => {
  const { outcome } = await run(profileActions, { form: 'download' }, { flag: '1', profile: { name: 'Amina' } });
  expect(JSON.parse(outcome.file?.content ?? '')).toEqual({ profile: { name: 'Amina' } });
});

test.each(['', 'nothing', 'constructor', '__proto__'])('ignores the form %j', async (form) => {
  const { outcome, calls } = await run(profileActions, { form }, {});
  expect([outcome, calls]).toEqual([{ done: false }, []]);
});

test('redirects to login on 401 and rethrows 403', async () => {
  const path = '/Profile?a=1';
  const refused = await run(requireUser(profileActions), { form: 'others' }, {}, { path, status: 401 }).catch((e) => e);
  expect(refused).toBeInstanceOf(Response);
  expect(refused.headers.get('location')).toBe('/login?next=%2FProfile%3Fa%3D1');
  const forbidden = await run(requireUser(profileActions), { form: 'others' }, {}, { path, status: 403 }).catch(
    (e) => e,
  );
  expect(forbidden).toMatchObject({ name: 'ApiFailure', status: 403 });
  expect(loginPath(new URL('http://x/a?b=c#d'))).toBe('/login?next=%2Fa%3Fb%3Dc');
});
