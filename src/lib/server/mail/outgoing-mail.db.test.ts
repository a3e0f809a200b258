import { beforeEach, expect, test } from 'vitest';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Mail } from './mail.ts';
import { claimMail, deleteFinishedMails, markSent, queueMail, recordFailure } from './outgoing-mail.ts';

const { pool } = await testDatabase();
const MAIL: Mail = { to: 'amina@buyers.example', subject: 'Hello', text: 'the link', html: '<p>the link</p>' };
const HOUR_MS = 3_600_000;
const rows = async () => (await pool.query('select * from mail_outbox order by id')).rows;

beforeEach(() => pool.query('truncate mail_outbox'));

test('a queued mail can be claimed after its transaction commits, and never if it rolls back', async () => {
  await withTransaction(pool, async (client) => {
    await queueMail(client, MAIL);
    expect(await claimMail(pool, HOUR_MS)).toBeNull();
  });
  const failing = withTransaction(pool, async (client) => {
    await queueMail(client, { ...MAIL, subject: 'Never' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await claimMail(pool, HOUR_MS)).toMatchObject({ ...MAIL, replyTo: null, attempt: 1 });
  expect(await claimMail(pool, HOUR_MS)).toBeNull();
});

test.each<Partial<Mail>>([
  { to: 'a@b.example\r\nBcc: c@d.example' },
  { to: 'a@b.example,c@d.example' },
  { to: 'a@b.example; c@d.example' },
  { to: 'a@b.example c@d.example' },
  { to: 'Amina <a@b.example>' },
  { to: '"c@d.example"@b.example' },
  { to: 'c@d.example@b.example' },
  { to: 'all:a@b.example;' },
  { to: 'a(c@d.example)@b.example' },
  { to: 'a@b.example\u0000' },
  { to: 'a\ud800@b.example' },
  { to: 'nobody' },
  { to: '' },
  { to: `${'a'.repeat(250)}@b.example` },
  { replyTo: 'a@b.example\nBcc: c@d.example' },
  { replyTo: 'a@b.example,c@d.example' },
])('rejects a mail with %j', async (part) => {
  await expect(queueMail(pool, { ...MAIL, ...part })).rejects.toMatchObject({ code: 'malformed' });
  expect(await rows()).toEqual([]);
});

test('queues a subject that fits no header as one line of 300 characters', async () => {
  await queueMail(pool, { ...MAIL, subject: `Hello\r\nBcc: c@d.example ${'x'.repeat(400)}` });
  const [{ subject }] = await rows();
  expect(subject).toMatch(/^Hello Bcc: c@d\.example x+…$/);
  expect(subject).toHaveLength(300);
});

test('sends mails to an address in sequence, even while the first one is being sent or waits for a retry', async () => {
  await queueMail(pool, { ...MAIL, subject: 'first' });
  await queueMail(pool, { ...MAIL, subject: 'second' });
  await queueMail(pool, { ...MAIL, to: 'other@buyers.example', subject: 'of another' });
  const first = (await claimMail(pool, HOUR_MS))!;
  expect(first.subject).toBe('first');
  expect(await claimMail(pool, HOUR_MS)).toMatchObject({ subject: 'of another' });
  expect(await claimMail(pool, HOUR_MS)).toBeNull();
  await recordFailure(pool, first, 'EENVELOPE', HOUR_MS);
  expect(await claimMail(pool, HOUR_MS)).toBeNull();
  await pool.query("update mail_outbox set next_attempt_at = now() where subject = 'first'");
  await markSent(pool, (await claimMail(pool, HOUR_MS))!);
  expect(await claimMail(pool, HOUR_MS)).toMatchObject({ subject: 'second' });
});

test('a mail that failed four times does not delay later ones to its address', async () => {
  await queueMail(pool, { ...MAIL, subject: 'first' });
  await queueMail(pool, { ...MAIL, subject: 'second' });
  for (const attempt of [1, 2, 3, 4]) {
    const first = (await claimMail(pool, HOUR_MS))!;
    expect(first).toMatchObject({ subject: 'first', attempt });
    await recordFailure(pool, first, 'EENVELOPE', attempt < 4 ? 0 : HOUR_MS);
  }
  expect(await claimMail(pool, HOUR_MS)).toMatchObject({ subject: 'second' });
});

test('a claimed mail can be claimed again only after its lease ends', async () => {
  await queueMail(pool, MAIL);
  const first = (await claimMail(pool, HOUR_MS))!;
  expect(await claimMail(pool, HOUR_MS)).toBeNull();
  await pool.query("update mail_outbox set locked_until = locked_until - interval '1 hour'");
  const second = (await claimMail(pool, HOUR_MS))!;
  expect(second).toEqual({ ...first, attempt: 2 });

  await recordFailure(pool, first, 'too late to say', null);
  expect(await rows()).toMatchObject([{ last_error: null, failed_at: null }]);
  expect(await claimMail(pool, HOUR_MS)).toBeNull();
});

test('erases the body of a sent mail immediately, and deletes finished mails after a month', async () => {
  const unsubscribeUrl = 'https://cars.example/Unsubscribe?token=x';
  for (const subject of ['One', 'Two', 'Three'])
    await queueMail(pool, { ...MAIL, to: `${subject}@buyers.example`, subject, unsubscribeUrl });
  const [one, two, three] = [
    await claimMail(pool, HOUR_MS),
    await claimMail(pool, HOUR_MS),
    await claimMail(pool, HOUR_MS),
  ];
  await markSent(pool, one!);
  await recordFailure(pool, two!, 'EENVELOPE', null);
  expect(await rows()).toMatchObject([
    { subject: 'One', text: '', html: '', unsubscribe_url: null, sent_at: expect.any(Date), last_error: null },
    { subject: 'Two', last_error: 'EENVELOPE', failed_at: expect.any(Date) },
    { subject: 'Three' },
  ]);
  await pool.query(`update mail_outbox set sent_at = sent_at - interval '31 days', failed_at = failed_at - interval '31 days',
    created_at = created_at - interval '31 days'`);
  await markSent(pool, three!);
  await deleteFinishedMails(pool, 30 * 24 * 60 * 60);
  expect(await rows()).toMatchObject([{ subject: 'Three' }]);
});

test('a failed mail cannot be claimed before its retry time', async () => {
  await queueMail(pool, MAIL);
  await recordFailure(pool, (await claimMail(pool, HOUR_MS))!, 'ESOCKET', HOUR_MS);
  expect(await claimMail(pool, HOUR_MS)).toBeNull();
  await pool.query("update mail_outbox set next_attempt_at = next_attempt_at - interval '1 hour'");
  expect(await claimMail(pool, HOUR_MS)).toMatchObject({ attempt: 2 });
});

test('deletes a mail that must be forgotten, after it was sent or has failed permanently', async () => {
  for (const outcome of ['sent', 'retried', 'failed']) {
    await pool.query('delete from mail_outbox');
    await queueMail(pool, { ...MAIL, forgetWhenDone: true });
    const mail = await claimMail(pool, HOUR_MS);
    if (outcome === 'sent') await markSent(pool, mail!);
    else await recordFailure(pool, mail!, 'EENVELOPE', outcome === 'failed' ? null : HOUR_MS);
    expect(await rows(), outcome).toHaveLength(outcome === 'retried' ? 1 : 0);
  }
});
