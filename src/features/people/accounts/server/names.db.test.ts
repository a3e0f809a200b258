import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { HOSTILE_TEXTS, PEOPLE } from '../../../../../tests/fixtures/names.ts';
import { PASSWORD, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let pool: pg.Pool;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
});

/** Documents have no font for these. */
const NOT_PRINTED = ['နော်ဖော', '𡈽屋太郎', 'Sunny 🌞 Motors'];

test('stores and returns names in every printed script unchanged except for NFC', async () => {
  const { id, email, cookie } = await signIn(pool);
  for (const name of PEOPLE.filter((each) => !NOT_PRINTED.includes(each))) {
    await pool.query('delete from request_counts');
    const saved = await postJson(app, '/api/update-profile', { id, name, email, mobile: '0712345678' }, { cookie });
    expect(saved.body, name).toMatchObject({ flag: '1' });
    expect((await getJson(app, '/api/get-profile', cookie)).body.name).toBe(name.normalize('NFC'));
  }
});

test.each(NOT_PRINTED)('sign-up and profile ask for Latin letters instead of %j', async (name) => {
  await pool.query('delete from request_counts');
  const { id, email, cookie } = await signIn(pool);
  const account = { name, email: 'printed@buyers.example', mobileno: '0712345678', password: PASSWORD };
  const answers = [
    await postJson(app, '/api/register', account),
    await postJson(app, '/api/update-profile', { id, name, email, mobile: '0712345678' }, { cookie }),
  ];
  for (const { body } of answers) expect(JSON.stringify(body)).toContain('in Latin letters');
});

test('answers hostile text without a server error', async () => {
  const { id, email, cookie } = await signIn(pool);
  for (const text of HOSTILE_TEXTS) {
    await pool.query('delete from request_counts');
    const answers = await Promise.all([
      postJson(app, '/api/update-profile', { id, name: text, email, mobile: text }, { cookie }),
      postJson(app, '/api/update-profile', { id, name: text, email, mobile: '0712345678' }, { cookie }),
      postJson(app, '/api/login', { email: text, password: text }),
      postJson(app, '/api/register', { name: text, email: text, mobileno: text, password: text }),
      postJson(app, '/api/password-reset', { email: text }),
      postJson(app, '/api/confirm-email', { token: text }),
      postJson(app, '/api/newsletter', { email: text }),
      getJson(app, `/api/get-profile?${new URLSearchParams({ id: text })}`, cookie),
      getJson(app, '/api/session', `session=${encodeURIComponent(text.toWellFormed())}`),
    ]);
    expect(answers.filter(({ status }) => status >= 500).length, text).toBe(0);
  }
  expect((await postJson(app, '/api/login', { email, password: PASSWORD })).body.flag).toBe('1');
}, 60_000);

const RESERVED = ['CarQuay Support', 'СаrQuау', 'Quay Motors Limited', 'Administrator', '官方客服'];

test('no call gives a user a reserved name', async () => {
  const admin = await signInAdmin(pool);
  const details = { legalName: 'Quay Motors Ltd', address: 'Guangzhou', registrationNumber: '', governingLaw: '' };
  const operator = { ...details, moneyHolder: '', contact: '', version: 0 };
  await postJson(app, '/api/admin/operator', operator, { cookie: admin.cookie, method: 'PUT' });
  const { id, email, cookie } = await signIn(pool, { name: 'Amina Otieno' });
  for (const name of RESERVED) {
    await pool.query('delete from request_counts');
    const account = { name, email: 'new@buyers.example', mobileno: '0712345678', password: PASSWORD };
    const change = { id, name, email, mobile: '0712345678' };
    const answers = [
      await postJson(app, '/api/register', account),
      await postJson(app, '/api/update-profile', change, { cookie }),
      await postJson(app, '/api/update-profile', { ...change, version: 1 }, { cookie: admin.cookie }),
    ];
    for (const { body } of answers)
      expect(body, name).toMatchObject({ flag: '0', message: /reserved for the marketplace/ });
  }
  expect((await getJson(app, '/api/get-profile', cookie)).body.name).toBe('Amina Otieno');
});

test.each(['Ami\u200bna', 'Amina\u00ad Otieno', 'Amina\u2028Otieno', 'Ami\u2060na', 'A\u200dmina', '\u3164'])(
  'the name %j with an invisible character is refused',
  async (name) => {
    const { id, email, cookie } = await signIn(pool);
    const saved = await postJson(app, '/api/update-profile', { id, name, email, mobile: '0712345678' }, { cookie });
    expect(saved.body).toMatchObject({ flag: '0' });
  },
);

test('an existing reserved name is flagged to the office, and its owner can still change the mobile number', async () => {
  const admin = await signInAdmin(pool);
  const { id, email, cookie } = await signIn(pool, { name: 'CarQuay Support' });
  const other = await signIn(pool);
  const flagOf = async (user: { id: number }) =>
    (await getJson(app, `/api/admin/users/${user.id}`, admin.cookie)).body.user.hasReservedName;
  expect([await flagOf({ id }), await flagOf(other)]).toEqual([true, false]);
  const page = await getJson(app, `/api/get-users?search=${encodeURIComponent(email)}`, admin.cookie);
  expect(page.body.items).toMatchObject([{ name: 'CarQuay Support', hasReservedName: true }]);
  const kept = { id, name: 'CarQuay Support', email, mobile: '0799999999' };
  expect((await postJson(app, '/api/update-profile', kept, { cookie })).body).toMatchObject({ flag: '1' });
});
