import { expect, test } from 'vitest';
import { paths } from '../../src/paths.ts';
import { addUser, PASSWORD, signIn, signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { pagesApp } from '../support/server/pages-app.ts';

const { pool } = await testDatabase();
const app = await pagesApp(pool);
const admin = await signInAdmin(pool, { fromEnvironment: true });

const get = (url: string, cookie = '') => app.inject({ url, headers: { cookie } });
const send = (url: string, fields: Record<string, string>, cookie = '') =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    payload: new URLSearchParams(fields).toString(),
  });
const logIn = (url: string, password = PASSWORD) => send(url, { form: 'login', email: admin.email, password });

test.each([
  paths.adminDashboard,
  paths.carManagement,
  paths.moderation,
  paths.bookingManagement,
  paths.paymentManagement,
  paths.userManagement,
  paths.reportDesign,
  paths.reviewManagement,
  paths.adminMessages,
  paths.auditLog,
  paths.people,
  paths.approvals,
  paths.retention,
  paths.systemStatus,
  paths.operator,
  paths.bankStatements,
  paths.importRules,
  paths.adminSecurity,
])('%s redirects everyone except administrators to the login and is not cached', async (path) => {
  const { cookie } = await signIn(pool);
  for (const visitor of ['', cookie, 'admin-session=made-up; adminName=Office']) {
    const answer = await get(`${path}?page=2`, visitor);
    expect([answer.statusCode, answer.headers.location]).toEqual([
      302,
      `/AdminLogin?next=${encodeURIComponent(`${path}?page=2`)}`,
    ]);
  }
  const answer = await get(path, admin.cookie);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
});

test('the login form works without scripts and redirects only within the back office', async () => {
  const answer = await logIn('/AdminLogin?next=%2FUserManagement%3Fstatus%3DActive');
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/UserManagement?status=Active']);
  expect(answer.cookies.find(({ name }) => name === 'admin-session')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  });
  for (const next of ['//evil.example', 'https://evil.example/', '/Profile', '/AdminLogin'])
    expect((await logIn(`/AdminLogin?next=${encodeURIComponent(next)}`)).headers.location).toBe('/AdminDashboard');
  const refused = await logIn('/AdminLogin', 'secret-that-is-wrong');
  expect(refused.body).toContain('Invalid email or password');
  expect(refused.body).not.toContain('secret-that-is-wrong');
});

test('the user list renders escaped names and links to sorting and details without scripts', async () => {
  const { id, email } = await addUser(pool, { name: 'Reader <b>of</b> lists' });
  const { body } = await get(`/UserManagement?search=${encodeURIComponent(email)}`, admin.cookie);
  expect(body).toContain('Reader &lt;b&gt;of&lt;/b&gt; lists');
  expect(body).toContain('sort=email&amp;order=asc');
  expect(body).toContain(`view=${id}`);
  expect(body).not.toContain('<footer');
});

test.each([
  '/UserManagement?sort=password_hash',
  '/AuditLog?actorId=x',
  '/Messages?after=x',
  '/Messages?tab=newsletter&after=x',
])('%s is an invalid query, and the page shows an error message', async (path) => {
  const { statusCode, body } = await get(path, admin.cookie);
  expect(statusCode).toBe(200);
  expect(body).toContain('We couldn’t understand the request');
});

test('the audit log links each entry to the details of its subject', async () => {
  for (const kind of ['user', 'listing', 'booking', 'payment']) {
    const entry =
      "insert into audit_log (actor_kind, action, subject_kind, subject_id) values ('system', 'seen', $1, 7001)";
    await pool.query(entry, [kind]);
  }
  const { body } = await get('/AuditLog?action=seen', admin.cookie);
  for (const screen of ['User', 'Car', 'Booking', 'Payment']) expect(body).toContain(`/${screen}Management?view=7001"`);
});

test.each([
  ['/CarManagement?search=seal&status=sold&page=3', 'listings', '?search=seal&status=sold'],
  ['/Moderation', 'moderation', '?'],
  ['/BookingManagement?due=partial&page=2', 'bookings', '?due=partial'],
  ['/PaymentManagement?status=failed', 'payments', '?status=failed'],
  ['/UserManagement?status=Inactive&sort=email&order=desc&page=2', 'users', '?status=Inactive'],
  ['/ReviewManagement?rating=1&view=7', 'reviews', '?rating=1'],
  ['/Messages?search=ship', 'messages', '?search=ship'],
  ['/Messages?tab=newsletter&state=waiting', 'subscribers', '?state=waiting'],
  ['/AuditLog?action=login&after=9', 'audit', '?action=login'],
])('%s links to a CSV download of %s with the same filters', async (path, name, query) => {
  const { body } = await get(path, admin.cookie);
  const links = [...body.matchAll(/href="(\/api\/admin\/[^"]*)"/g)].map(([, link]) => link);
  expect(links).toContain(`/api/admin/${name}/csv${query.replaceAll('&', '&amp;')}`);
  const answer = await get(`/api/admin/${name}/csv${query}`, admin.cookie);
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
    200,
    `attachment; filename="${name}.csv"`,
  ]);
});

test('a role sees only its screens, and gets 403 for the others', async () => {
  const { cookie } = await signInAdmin(pool, { role: 'moderator' });
  const dashboard = await get(paths.adminDashboard, cookie);
  expect([dashboard.statusCode, dashboard.headers.location]).toEqual([302, paths.carManagement]);
  const { body } = await get(paths.carManagement, cookie);
  const linked = (path: string) => body.includes(`href="${path}"`);
  expect([linked(paths.moderation), linked(paths.paymentManagement), linked(paths.people)]).toEqual([
    true,
    false,
    false,
  ]);
  for (const path of [paths.paymentManagement, paths.userManagement, paths.people, paths.approvals]) {
    const answer = await get(path, cookie);
    expect(answer.statusCode, path).toBe(403);
    expect(answer.body).toContain('Your role doesn’t allow this.');
  }
});

test('without two-factor a person gets only the page to turn it on', async () => {
  const { cookie } = await signInAdmin(pool, { role: 'finance', secondFactor: false });
  const answer = await get(paths.paymentManagement, cookie);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, paths.adminSecurity]);
  expect((await get(paths.adminSecurity, cookie)).body).toContain('Turn on two-factor authentication to use');
});

test('only the administrator from the settings sees the notice to add people', async () => {
  const person = await signInAdmin(pool, { role: 'administrator' });
  const has = async (cookie: string) =>
    (await get(paths.adminDashboard, cookie)).body.includes('comes from the server’s settings');
  expect([await has(admin.cookie), await has(person.cookie)]).toEqual([true, false]);
});
