import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo } from '../../../../../tests/support/mail/mails.ts';
import { postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const OPERATOR = 'office@quay.example';
const SENT = {
  from_name: 'Amina',
  from_email: 'amina@buyers.example',
  subject: 'A quote',
  message: 'One Seal\nplease',
};
const { pool } = await testDatabase();
const app = await testApp(pool, { CONTACT_EMAIL: OPERATOR });
const send = (changes: object = {}, ip = '10.0.0.1') => postJson(app, '/api/contact', { ...SENT, ...changes }, { ip });
const storedMessages = async () => (await pool.query('select * from contact_messages order by id')).rows;

beforeEach(() => pool.query('truncate contact_messages, contact_replies, mail_outbox, request_counts'));

test('stores a message and emails it to the operator with the sender as Reply-To', async () => {
  const { status, body } = await send({ from_name: ' Amina ' });
  expect([status, body]).toEqual([200, { flag: '1', message: 'Your message was sent successfully!' }]);
  expect(await storedMessages()).toMatchObject([{ ...SENT, forward_at: null }]);
  const [mail] = await mailsTo(pool, OPERATOR);
  expect(mail?.subject).toBe('Contact form: A quote');
  expect(mail?.text).toContain('From: Amina\nAddress: amina@buyers.example\n\nOne Seal\nplease');
  const { rows } = await pool.query('select to_address, reply_to from mail_outbox');
  expect(rows).toEqual([{ to_address: OPERATOR, reply_to: 'amina@buyers.example' }]);
});

test('escapes markup in the email', async () => {
  await send({ subject: '<b>Hi</b>', message: '<img src=x onerror=alert(1)>' });
  const [mail] = await mailsTo(pool, OPERATOR);
  expect(mail?.html).not.toMatch(/<img|<b>/);
});

test.each([
  [{ from_name: ' ' }, 'from_name', 'Name is invalid.'],
  [{ from_email: 'a@b.example\r\nBcc: c@d.example' }, 'from_email', 'Email is invalid.'],
  [{ subject: 'Hi\r\nBcc: c@d.example' }, 'subject', 'Subject is invalid.'],
  [{ message: undefined }, 'message', 'Message is invalid.'],
  [{ message: { $ne: '' } }, 'message', 'Message is invalid.'],
])('rejects %j and sends nothing', async (changes, field, error) => {
  const { status, body } = await send(changes);
  expect([status, body.fields]).toEqual([400, { [field]: error }]);
  expect(await storedMessages()).toEqual([]);
  expect((await pool.query('select 1 from mail_outbox')).rows).toEqual([]);
});

test('limits messages to 5 an hour per client', async () => {
  const statuses = [];
  for (let use = 0; use < 6; use++) statuses.push((await send({ from_email: `a${use}@buyers.example` })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await send()).body.message).toMatch(
    /^You or your network have already sent several messages\. Please try again later/,
  );
  expect((await send({}, '10.0.0.2')).status).toBe(200);
});

test('limits messages to 20 a day per sender address', async () => {
  for (let use = 0; use < 20; use++) expect((await send({}, `10.0.1.${use}`)).status).toBe(200);
  expect((await send({ from_email: 'AMINA@buyers.example' }, '10.0.2.1')).status).toBe(429);
  expect((await send({ from_email: 'bo@buyers.example' }, '10.0.2.2')).status).toBe(200);
  expect(await storedMessages()).toHaveLength(21);
});
