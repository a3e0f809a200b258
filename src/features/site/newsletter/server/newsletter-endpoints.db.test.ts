import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo, tokenIn } from '../../../../../tests/support/mail/mails.ts';
import { postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { deleteUnconfirmed } from './newsletter-store.ts';

const READER = 'reader@mail.example';
const { pool } = await testDatabase();
const app = await testApp(pool, { TRUST_PROXY: '1', PUBLIC_URL: 'https://cars.example' });
const subscribe = (email: unknown, ip: string, url = '/api/newsletter') =>
  app.inject({ method: 'POST', url, payload: { email }, headers: { 'x-forwarded-for': ip } });
const confirm = async (token: string) => (await postJson(app, '/api/newsletter/confirm', { token })).body;
const unsubscribe = async (token: string) => (await postJson(app, '/api/newsletter/unsubscribe', { token })).body;
const subscribers = async () => (await pool.query('select * from newsletter_subscribers order by id')).rows;
const resetLimits = () => pool.query('delete from request_counts');
const unsubscribeToken = (text: string | undefined) => /\/Unsubscribe\?token=(\S+)/.exec(text ?? '')?.[1] ?? '';

const THANKS = { flag: '1', message: 'Thank you for subscribing to us!' };
const DEAD = { flag: '0', message: expect.stringMatching(/^This link has been used or has expired\./) };

beforeEach(() => pool.query('truncate newsletter_subscribers, mail_outbox, request_counts'));

test('stores an address once in any letter case and emails it at most 3 times a day', async () => {
  for (const [index, email] of ['Reader@Mail.example', READER, READER, READER].entries())
    expect((await subscribe(email, `10.0.0.${index}`)).json()).toEqual(THANKS);
  expect(await subscribers()).toMatchObject([{ email: 'Reader@Mail.example', confirmed_at: null }]);
  expect(await mailsTo(pool, 'Reader@Mail.example')).toHaveLength(3);
});

test('allows subscribing again on the day of unsubscribing', async () => {
  await subscribe(READER, '10.0.0.1');
  const [first] = await mailsTo(pool, READER);
  await confirm(tokenIn(first));
  await unsubscribe(unsubscribeToken(first?.text));
  await subscribe(READER, '10.0.0.1');
  const [, , again] = await mailsTo(pool, READER);
  expect(again?.subject).toBe('Confirm your newsletter subscription');
  expect(await confirm(tokenIn(again))).toMatchObject({ flag: '1' });
});

test('confirms once with the emailed link, then sends a welcome email with an unsubscribe link', async () => {
  await subscribe(READER, '10.0.0.1');
  const [asking] = await mailsTo(pool, READER);
  expect(asking).toMatchObject({ subject: 'Confirm your newsletter subscription' });
  expect(asking?.text).toMatch(/^https:\/\/cars\.example\/ConfirmNewsletter\?token=[\w-]{43}$/m);
  const token = tokenIn(asking);
  expect(await confirm(token)).toEqual({ flag: '1', message: 'You’re subscribed to our newsletter.' });
  expect(await confirm(token)).toEqual(DEAD);
  expect(await subscribers()).toMatchObject([{ confirmed_at: expect.any(Date), confirm_hash: null }]);
  const [, welcome] = await mailsTo(pool, READER);
  expect(welcome?.subject).toBe('You’re subscribed');
  expect(unsubscribeToken(welcome?.text)).toBe(unsubscribeToken(asking?.text));
});

test('answers a subscribed address alike and sends no email', async () => {
  await subscribe(READER, '10.0.0.1');
  await confirm(tokenIn((await mailsTo(pool, READER))[0]));
  await resetLimits();
  await pool.query('truncate mail_outbox');
  expect((await subscribe(READER, '10.0.0.1')).json()).toEqual(THANKS);
  expect(await mailsTo(pool, READER)).toEqual([]);
  expect(await subscribers()).toMatchObject([{ confirmed_at: expect.any(Date) }]);
});

test('invalidates the older confirmation link when a newer one is requested', async () => {
  await subscribe(READER, '10.0.0.1');
  await resetLimits();
  await subscribe(READER, '10.0.0.1');
  const [first, second] = await mailsTo(pool, READER);
  expect(await confirm(tokenIn(first))).toEqual(DEAD);
  expect(await confirm(tokenIn(second))).toMatchObject({ flag: '1' });
});

test('expires a link after a week and deletes its unconfirmed address', async () => {
  await subscribe(READER, '10.0.0.1');
  await subscribe('early@mail.example', '10.0.0.1');
  await confirm(tokenIn((await mailsTo(pool, 'early@mail.example'))[0]));
  await pool.query("update newsletter_subscribers set asked_at = now() - interval '8 days'");
  expect(await confirm(tokenIn((await mailsTo(pool, READER))[0]))).toEqual(DEAD);
  await deleteUnconfirmed(pool, 7 * 24 * 60 * 60);
  expect(await subscribers()).toMatchObject([{ email: 'early@mail.example' }]);
});

test('puts an unsubscribe URL into body and header of every email, usable twice', async () => {
  await subscribe(READER, '10.0.0.1');
  await confirm(tokenIn((await mailsTo(pool, READER))[0]));
  const { rows } = await pool.query('select unsubscribe_url, text, html from mail_outbox order by id');
  const urls = rows.map((mail) => mail.unsubscribe_url);
  expect(urls).toEqual(Array(2).fill(expect.stringMatching(/^https:\/\/cars\.example\/Unsubscribe\?token=/)));
  for (const { text, html } of rows) for (const form of [text, html]) expect(form).toContain(urls[0]);
  const token = unsubscribeToken(urls[0]);
  for (let use = 0; use < 2; use++) expect(await unsubscribe(token)).toMatchObject({ flag: '1' });
  expect(await subscribers()).toEqual([]);
});

test('removes no subscriber for an unknown or malformed token', async () => {
  await subscribe(READER, '10.0.0.1');
  expect(await unsubscribe('00000000-0000-4000-8000-000000000000')).toMatchObject({ flag: '1' });
  for (const token of ['', 'x', "' or true --", unsubscribeToken((await mailsTo(pool, READER))[0]?.text).slice(1)])
    expect(await unsubscribe(token)).toEqual(DEAD);
  expect(await subscribers()).toHaveLength(1);
});

test.each(['', 'no-address', 'a@b', null, ['a@b.example'], { $ne: '' }, `${'x'.repeat(300)}@mail.example`])(
  'rejects %j with an error for the field',
  async (email) => {
    const answer = await subscribe(email, '10.0.0.2');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ email: 'This isn’t a valid email address. Please check it.' });
  },
);

test('limits a client to 10 requests an hour across both paths', async () => {
  const statuses: number[] = [];
  for (let use = 0; use < 12; use++) {
    const url = use % 2 ? '/api/newsletter' : '/api/api/newsletter';
    const answer = await subscribe(`a${use}@mail.example`, '10.0.0.3', url);
    statuses.push(answer.statusCode);
    if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  expect((await subscribe('b@mail.example', '10.0.0.4')).statusCode).toBe(200);
});

test('rejects a body that is not JSON with 415', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/newsletter',
    headers: { 'content-type': 'text/plain' },
    payload: '{"email":"a@mail.example"}',
  });
  expect(answer.statusCode).toBe(415);
});
