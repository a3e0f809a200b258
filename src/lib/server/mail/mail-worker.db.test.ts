import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { mailServer, type ReceivedMail } from '../../../../tests/support/mail/mail-server.ts';
import { english } from '../../../../tests/support/messages/english.ts';
import { DatabaseAway } from '../jobs/job-runs.ts';
import type { Mail } from './mail.ts';
import { type Deliver, smtpDelivery } from './mail-delivery.ts';
import { startMailWorker } from './mail-worker.ts';
import { composeMail, queueMail } from './outgoing-mail.ts';

const { pool } = await testDatabase();
const FROM = { name: 'Quay, of cars', address: 'no-reply@quay.example' };
const MAIL: Mail = {
  to: 'amina@buyers.example',
  subject: 'Hello',
  text: 'Open https://x.example/?a=1&b=2',
  html: '<p>x</p>',
};
const row = async () => (await pool.query('select * from mail_outbox order by id')).rows[0];
const allSent = () =>
  expect.poll(async () => (await pool.query('select 1 from mail_outbox where sent_at is null')).rows).toEqual([]);

type Changes = Partial<Parameters<typeof startMailWorker>[0]>;

/** Starts a worker with short delays. Returns its stop function and its warnings. */
function startWorker(deliver: Deliver, changes: Changes = {}) {
  const warnings: [object, string][] = [];
  const log = { info: () => {}, warn: (facts: object, message: string) => void warnings.push([facts, message]) };
  const hurry = { pollMs: 10, retryDelay: () => 10 };
  const stop = startMailWorker({ pool, deliver, log, messageIdHost: 'quay.example', ...hurry, ...changes });
  onTestFinished(stop);
  return { stop, warnings };
}

beforeEach(() => pool.query('truncate mail_outbox'));

test('delivers a mail unchanged and erases its body', async () => {
  const { url, arrived } = await mailServer();
  await queueMail(pool, { ...MAIL, replyTo: 'dealer@sellers.example' });
  const { uuid } = await row();
  startWorker(smtpDelivery(url, FROM));
  await allSent();
  expect(arrived).toHaveLength(1);
  expect(arrived[0]).toMatchObject({
    recipients: [MAIL.to],
    from: FROM,
    to: [{ name: '', address: MAIL.to }],
    replyTo: [{ name: '', address: 'dealer@sellers.example' }],
    subject: 'Hello',
    messageId: `<mail-${uuid}@quay.example>`,
  });
  expect(arrived[0]?.text?.trim()).toBe(MAIL.text);
  expect(arrived[0]?.html?.trim()).toBe(MAIL.html);
  expect(arrived[0]?.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
  expect(await row()).toMatchObject({ text: '', html: '', attempts: 1 });
});

test('sends List-Unsubscribe headers for mails with an unsubscribe URL only', async () => {
  const { url, arrived } = await mailServer();
  const unsubscribeUrl = 'https://cars.example/Unsubscribe?token=1b4e28ba-2fa1-11d2-883f-0016d3cca427';
  await queueMail(pool, { ...MAIL, subject: 'News', unsubscribeUrl });
  await queueMail(pool, MAIL);
  startWorker(smtpDelivery(url, FROM));
  await allSent();
  const listHeaders = (subject: string) =>
    arrived
      .find((mail) => mail.subject === subject)
      ?.headers.filter(({ key }) => key.startsWith('list-'))
      .map(({ key, value }) => [key, value.replace(/\s/g, '')]);
  expect(listHeaders('News')).toEqual([
    ['list-unsubscribe', `<${unsubscribeUrl}>`],
    ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'],
  ]);
  expect(listHeaders('Hello')).toEqual([]);
});

test('delivers text in every script unchanged', async () => {
  const names = [
    'Żółć Ångström',
    'أمينة العتيبي',
    '王小明 — 二手车',
    'Дмитрий',
    'नमस्ते अनीता',
    'שרה',
    'ไทย',
    '🚗👩🏽‍🔧',
    `${'long '.repeat(50)}ende`,
  ];
  const url = 'https://cars.example/Confirm?token=a-b_c&x=1';
  const composed = names.map((name) =>
    composeMail({ title: name, paragraphs: [`Hello ${name},`], action: { label: name, url }, footer: name }, english),
  );
  const server = await mailServer();
  for (const [nth, subject] of names.entries()) await queueMail(pool, { ...MAIL, subject, ...composed[nth]! });
  startWorker(smtpDelivery(server.url, FROM));
  await allSent();
  const arrived = names.map((name) => server.arrived.find(({ subject }) => subject === name));
  expect(arrived.map((mail) => mail?.text?.trim())).toEqual(composed.map(({ text }) => text));
  expect(arrived.map((mail) => mail?.html?.trim())).toEqual(composed.map(({ html }) => html.trim()));
});

test('delivers to an internationalized domain by its ASCII name', async () => {
  const { url, arrived } = await mailServer(() => 'accept', { hideSMTPUTF8: true });
  await queueMail(pool, { ...MAIL, to: 'erika@bücher.example' });
  startWorker(smtpDelivery(url, FROM));
  await allSent();
  expect(arrived[0]?.recipients).toEqual(['erika@bücher.example']);
});

test('decodes user name and password of the server URL', async () => {
  const logins: unknown[] = [];
  const { port } = await mailServer(() => 'accept', {
    authOptional: false,
    onAuth({ username, password }, _session, done) {
      logins.push([username, password]);
      done(null, { user: username });
    },
  });
  const [user, password] = ['me@quay.example', 'p:ä/s%s'];
  await queueMail(pool, MAIL);
  startWorker(
    smtpDelivery(`smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`, FROM),
  );
  await allSent();
  expect(logins).toEqual([[user, password]]);
});

test('sends nothing if TLS is required and the server does not offer it', async () => {
  const { url, tries } = await mailServer();
  await queueMail(pool, MAIL);
  startWorker(smtpDelivery(`${url}?requireTLS=true`, FROM));
  await expect.poll(row).toMatchObject({ sent_at: null, last_error: expect.any(String) });
  expect(tries()).toBe(0);
});

test.each(['cut', 451] as const)(
  'a mail that meets %s at the first attempt is sent at the second',
  async (reception) => {
    const { url, arrived, tries } = await mailServer((nth) => (nth === 1 ? reception : 'accept'));
    await queueMail(pool, MAIL);
    startWorker(smtpDelivery(url, FROM));
    await allSent();
    expect(tries()).toBe(2);
    expect(arrived).toHaveLength(1);
    expect(await row()).toMatchObject({ attempts: 2, last_error: null });
  },
);

test("sends a mail again with the same Message-ID if the server's reply is lost", async () => {
  const { url, arrived } = await mailServer((nth) => (nth === 1 ? 'accept and cut' : 'accept'));
  await queueMail(pool, MAIL);
  startWorker(smtpDelivery(url, FROM));
  await allSent();
  const [first, second] = arrived as [ReceivedMail, ReceivedMail];
  expect(second.messageId).toBe(first.messageId);
});

test('gives up a rejected mail after the last retry, with an error without addresses', async () => {
  const { url, tries } = await mailServer(() => 550);
  await queueMail(pool, MAIL);
  const { warnings } = startWorker(smtpDelivery(url, FROM), { retryDelay: (attempt) => (attempt < 3 ? 10 : null) });
  await expect.poll(row).toMatchObject({ failed_at: expect.any(Date) });
  await expect.poll(() => warnings).toHaveLength(3);
  expect(tries()).toBe(3);
  const { id, last_error: reason } = await row();
  expect(reason).toBe('EMESSAGE DATA 550 5.1.1');
  expect(warnings).toEqual([
    [{ mail: id, attempt: 1, reason }, 'email delivery failed; will retry'],
    [{ mail: id, attempt: 2, reason }, 'email delivery failed; will retry'],
    [{ mail: id, attempt: 3, reason }, 'email delivery failed permanently'],
  ]);
});

test('retries while the server is unreachable', async () => {
  const { url, port, close } = await mailServer();
  await close();
  await queueMail(pool, MAIL);
  startWorker(smtpDelivery(url, FROM));
  await expect.poll(async () => (await row()).last_error).toBe('ESOCKET ECONNREFUSED CONN');
  const { arrived } = await mailServer(() => 'accept', { port });
  await allSent();
  expect(arrived).toHaveLength(1);
});

test('two workers send each of 40 mails once', async () => {
  const { url, arrived } = await mailServer();
  for (let nth = 0; nth < 40; nth++)
    await queueMail(pool, { ...MAIL, to: `${nth}@buyers.example`, subject: `Mail ${nth}` });
  const work: string[][] = [[], []];
  for (const done of work) {
    const deliver = smtpDelivery(url, FROM);
    startWorker(async (mail) => {
      done.push(mail.subject);
      while (work.some((each) => each.length === 0)) await sleep(5);
      await deliver(mail);
    });
  }
  await allSent();
  expect(new Set(arrived.map(({ subject }) => subject)).size).toBe(40);
  expect(arrived).toHaveLength(40);
});

test('sends at most two mails at the same time, and stop waits for them', async () => {
  for (let nth = 0; nth < 4; nth++) await queueMail(pool, { ...MAIL, to: `${nth}@buyers.example` });
  let inHand = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { stop } = startWorker(async () => {
    inHand++;
    await released;
  });
  await expect.poll(() => inHand).toBe(2);
  await sleep(50);
  const stopped = stop();
  release();
  await stopped;
  expect(inHand).toBe(2);
  const { rows } = await pool.query('select count(sent_at)::int as sent, count(*)::int as mails from mail_outbox');
  expect(rows).toEqual([{ sent: 2, mails: 4 }]);
});

test('sends no mail twice while the database is unreachable, and logs that once', async () => {
  let away = true;
  let refused = 0;
  const unsteady = {
    query: (...sent: unknown[]) => {
      if (!away) return (pool.query as (...sent: unknown[]) => Promise<unknown>)(...sent);
      refused++;
      return Promise.reject(new Error('timeout exceeded when trying to connect'));
    },
  } as typeof pool;
  let deliveries = 0;
  const goAwayAgain = async () => {
    deliveries++;
    away = true;
  };
  await queueMail(pool, MAIL);
  const { warnings } = startWorker(goAwayAgain, { pool: unsteady });
  await expect.poll(() => refused).toBeGreaterThan(5);
  expect(warnings).toEqual([[{ err: expect.any(DatabaseAway) }, 'reading the mail outbox failed']]);
  away = false;
  await expect.poll(() => deliveries).toBe(1);
  const before = refused;
  await expect.poll(() => refused).toBeGreaterThan(before + 5);
  away = false;
  await allSent();
  expect(deliveries).toBe(1);
  expect(warnings.filter(([, message]) => message.includes('again'))).toEqual([]);
});

test.each([
  ['never greets', () => {}, 'ETIMEDOUT CONN'],
  ['falls silent', (socket: Socket) => void socket.write('220 hello\r\n'), 'ETIMEDOUT CONN'],
  ['never comes to an end', talkWithoutEnd, 'EABORT'],
])('times out if the server %s', async (_what, greet, reason) => {
  const slow = createServer(greet).listen(0, '127.0.0.1');
  onTestFinished(() => void slow.close());
  await once(slow, 'listening');
  const url = `smtp://127.0.0.1:${(slow.address() as AddressInfo).port}`;
  await queueMail(pool, MAIL);
  startWorker(smtpDelivery(url, FROM, { silenceMs: 100, longestMs: 300 }));
  await expect.poll(async () => (await row()).last_error).toBe(reason);
});

function talkWithoutEnd(socket: Socket): void {
  socket.on('error', () => {});
  socket.write('220 hello\r\n');
  const timer = setInterval(() => socket.write('250-and\r\n'), 20);
  socket.on('close', () => clearInterval(timer));
}

test('retries a delivery that throws an unknown value', async () => {
  await queueMail(pool, MAIL);
  let tries = 0;
  startWorker(async () => {
    if (++tries === 1) throw 'amina@buyers.example';
  });
  await allSent();
  expect(tries).toBe(2);
});
