import { expect, test } from 'vitest';
import { addCars } from '../support/catalog/cars.ts';
import { addUser, PASSWORD, signIn } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { mailsTo, tokenIn } from '../support/mail/mails.ts';
import { pagesApp } from '../support/server/pages-app.ts';

const { pool } = await testDatabase();
const app = await pagesApp(pool);
const amina = await signIn(pool, { name: 'amina OTIENO', email: 'amina@buyers.example' });

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const send = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
const found = (body: string, ...words: string[]) => words.filter((word) => body.includes(word));
const logIn = (fields: Record<string, string> = {}, url = '/login') =>
  send(url, { email: amina.email, password: PASSWORD, ...fields });

test('the login form works without scripts, sets the session and shows the notice once', async () => {
  const answer = await logIn();
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/Dashboard']);
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  expect(answer.cookies.find(({ name }) => name === 'session')).toMatchObject({ httpOnly: true, sameSite: 'Lax' });

  const dashboard = await get('/Dashboard', { cookie });
  expect(found(dashboard.body, 'Hi, Amina Otieno', 'Successfully logged in')).toHaveLength(2);
  expect(dashboard.cookies).toContainEqual(expect.objectContaining({ name: 'notice', value: '', maxAge: 0 }));
});

test('a form login stores the user agent with the session', async () => {
  const user = await addUser(pool);
  await send('/login', { email: user.email, password: PASSWORD }, { 'user-agent': 'Browser of the form' });
  const { rows } = await pool.query('select user_agent from sessions where user_id = $1', [user.id]);
  expect(rows).toEqual([{ user_agent: 'Browser of the form' }]);
});

test.each([
  ['/login?next=/Profile', '/Profile'],
  ['/login?next=//evil.example', '/Dashboard'],
  ['/login?next=https://evil.example/', '/Dashboard'],
])('login at %s redirects to %s', async (url, path) => {
  expect((await logIn({}, url)).headers.location).toBe(path);
});

test('a failed login shows the error and the email address but never the password', async () => {
  const answer = await logIn({ password: 'secret-that-is-wrong' });
  expect(answer.statusCode).toBe(200);
  expect(found(answer.body, 'You entered the wrong email ID or password', amina.email)).toHaveLength(2);
  expect(found(answer.body, 'secret-that-is-wrong')).toEqual([]);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('the 11th of 11 failed logins gets 429 with Retry-After', async () => {
  const guess = () => logIn({ email: 'too-often@buyers.example', password: 'wrong-1' });
  const answers = await Promise.all(Array.from({ length: 11 }, guess));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
});

test('the notice cookie is Secure if the site uses https', async () => {
  const secured = await pagesApp(pool, { PUBLIC_URL: 'https://cars.example' });
  const user = await addUser(pool);
  const answer = await secured.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ email: user.email, password: PASSWORD }).toString(),
  });
  const shown = await secured.inject({ url: '/login', headers: { cookie: 'notice=Said' } });
  for (const { cookies } of [answer, shown]) {
    expect(cookies.find(({ name }) => name === 'notice')).toMatchObject({ secure: true });
  }
});

test('the sign-up page shows the minimum length of the configured password policy', async () => {
  expect(found((await get('/signup')).body, 'At least 6 characters.')).toHaveLength(1);
  const strict = await pagesApp(pool, { PASSWORD_POLICY: 'strict' });
  expect(found((await strict.inject('/signup')).body, 'At least 8 characters.')).toHaveLength(1);
});

test('an invalid sign-up returns 400 with a message per field, without the password', async () => {
  const answer = await send('/signup', { name: '', email: 'x', mobileno: '12', password: 'pq7xz' });
  expect(answer.statusCode).toBe(400);
  const words = [
    'Name is required',
    'Email format is invalid',
    'Mobile number should be 10 digits',
    'Password should be at least 6 characters',
  ];
  expect(found(answer.body, ...words)).toEqual(words);
  expect(found(answer.body, 'pq7xz')).toEqual([]);
});

test('sign-up without scripts leads through the login page to the page it came from', async () => {
  const person = { name: 'Amina', email: 'new@buyers.example', mobileno: '0712345678', password: PASSWORD };
  const answer = await send('/signup?next=%2FProfile', person);
  expect(answer.headers.location).toBe('/login?next=%2FProfile');
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const login = await app.inject({ url: '/login?next=%2FProfile', headers: { cookie } });
  expect([login.statusCode, login.headers.location]).toEqual([302, '/Profile']);
  for (const elsewhere of ['https://evil.example/', '//evil.example', '/\\evil.example', '/login']) {
    const sent = await app.inject({ url: `/login?${new URLSearchParams({ next: elsewhere })}`, headers: { cookie } });
    expect(sent.headers.location).toBe('/Dashboard');
  }
});

test('the login page names the car that a visitor is about to pay for', async () => {
  const [sale, hidden] = await addCars(pool, [
    { make: 'BYD', model: 'Dolphin' },
    { make: 'BYD', model: 'Seal', status: 'requested' },
  ]);
  const pageFor = async (page: string, id: number) =>
    (await get(`${page}?${new URLSearchParams({ next: `/payment/${id}` })}`)).body;
  expect(found(await pageFor('/login', sale!), 'Log in to book the BYD Dolphin')).toHaveLength(1);
  expect(found(await pageFor('/signup', sale!), 'Create an account to book the BYD Dolphin')).toHaveLength(1);
  for (const id of [hidden!, 999_999]) expect(await pageFor('/login', id)).not.toMatch(/Log in to (book|rent)/);
});

test.each([
  ['a page without a form', '/CarExplore', 404],
  ['a page that does not exist', '/no-such-page', 404],
])('a form sent to %s gets 404', async (_what, url, status) => {
  const answer = await send(url, { a: '1' });
  expect([answer.statusCode, answer.json().code]).toEqual([status, 'not_found']);
});

test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', undefined])(
  'a form sent as %s gets 415',
  async (type) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    const answer = await app.inject({ method: 'POST', url: '/login', headers, payload: '{}' });
    expect(answer.statusCode).toBe(415);
  },
);

test('a form over 100 KiB gets 413', async () => {
  expect((await logIn({ email: 'x'.repeat(101 * 1024) })).statusCode).toBe(413);
});

test.each([
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'null' },
  { origin: 'null' },
])('a cross-site form with %j gets 403 and no cookies', async (headers) => {
  const answer = await send('/login', { email: amina.email, password: PASSWORD }, headers);
  expect([answer.statusCode, answer.cookies]).toEqual([403, []]);
});

test('a no-referrer page can send its form with a null origin', async () => {
  const headers = { 'sec-fetch-site': 'same-origin', origin: 'null' };
  const answer = await send('/ResetPassword?token=x', { npass: 'new-1234', cpass: 'new-1234' }, headers);
  expect(found(answer.body, 'This link has been used or has expired.')).toHaveLength(1);
});

test.each(['/Dashboard', '/Profile', '/ChangePassword'])(
  '%s without a session redirects to the login',
  async (path) => {
    const answer = await get(`${path}?a=1`);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(`/login?next=${encodeURIComponent(`${path}?a=1`)}`);
  },
);

test.each(['/login', '/Dashboard', '/Profile', '/ChangePassword', '/ResetPassword', '/SellCar', '/payment/1'])(
  '%s is sent with no-store and without an ETag',
  async (path) => {
    for (const cookie of ['', amina.cookie]) {
      const { headers } = await get(path, { cookie });
      expect(headers['cache-control']).toBe('no-store');
      expect(headers.etag).toBeUndefined();
    }
  },
);

test('paths below a private page return 404 with no-store', async () => {
  for (const path of ['/Profile/x.css', '/Dashboard/logo.png', '/%50rofile/x.css']) {
    const answer = await get(path, { cookie: amina.cookie });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(found(answer.body, amina.email, 'OTIENO')).toEqual([]);
  }
});

test('the profile page shows only the data of the session’s user', async () => {
  const other = await signIn(pool, { name: 'Bo Li', email: 'bo@buyers.example' });
  expect(found((await get('/Profile', { cookie: amina.cookie })).body, 'amina@', 'bo@')).toEqual(['amina@']);
  expect(found((await get('/Profile', { cookie: other.cookie })).body, 'amina@', 'bo@')).toEqual(['bo@']);
});

test.each(['/', '/CarExplore?make=BYD', '/AboutUs'])('%s is identical with and without a session', async (path) => {
  const fresh = await pagesApp(pool);
  const signedIn = await fresh.inject({ url: path, headers: { cookie: amina.cookie } });
  const signedOut = await get(path);
  expect(signedIn.statusCode).toBe(200);
  expect(signedIn.body === signedOut.body).toBe(true);
  expect(signedIn.cookies).toEqual([]);
});

test.each([
  '/ResetPassword?token=secret',
  '/ConfirmEmail?token=secret',
  '/UndoEmailChange?token=secret',
  '/CancelConsignee?token=secret',
])('%s is sent with no-referrer and noindex', async (path) => {
  const answer = await get(path);
  expect(answer.headers['referrer-policy']).toBe('no-referrer');
  expect(found(answer.body, 'noindex')).toHaveLength(1);
  expect((await get('/login')).headers['referrer-policy']).not.toBe('no-referrer');
});

test('the redirect of a URL with a token is sent with no-store and no-referrer', async () => {
  const { statusCode, headers } = await get('/resetpassword/?token=secret');
  expect([statusCode, headers.location]).toEqual([301, '/ResetPassword?token=secret']);
  expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
  expect((await get('/aboutus')).headers['cache-control']).not.toBe('no-store');
});

test('a confirmation link does not confirm on GET; its form does', async () => {
  const register = { name: 'Chen', email: 'chen@buyers.example', mobileno: '0712345678', password: PASSWORD };
  await app.inject({ method: 'POST', url: '/api/register', payload: register });
  const path = `/ConfirmEmail?token=${tokenIn((await mailsTo(pool, register.email))[0])}`;
  const status = async () =>
    (await pool.query("select status from users where email = 'chen@buyers.example'")).rows[0].status;
  await get(path);
  expect(await status()).toBe('Pending');
  expect(found((await send(path, {})).body, 'Your email address is confirmed.')).toHaveLength(1);
  expect(await status()).toBe('Active');
});

test('the login page redirects a logged-in user to the next page', async () => {
  const answer = await get('/login?next=/Profile', { cookie: amina.cookie });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/Profile']);
});
