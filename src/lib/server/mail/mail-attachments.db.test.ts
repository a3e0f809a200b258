import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { mailServer } from '../../../../tests/support/mail/mail-server.ts';
import type { AttachmentReference } from './mail.ts';
import { fileDelivery, smtpDelivery } from './mail-delivery.ts';
import { startMailWorker } from './mail-worker.ts';
import { queueMail } from './outgoing-mail.ts';

const { pool } = await testDatabase();
const FROM = { name: 'Quay', address: 'no-reply@quay.example' };
const LOG = { info: () => {}, warn: () => {} };
const MAIL = { to: 'amina@buyers.example', subject: 'Booked', text: 'Booked', html: '<p>Booked</p>' };
const attachment: AttachmentReference = { kind: 'receipt', id: 7 };
const content = Buffer.from('%PDF-1.3 \u0000 é 比', 'utf8');

const makeAttachment = async ({ kind, id }: AttachmentReference) => ({
  name: `${kind}-${id}.pdf`,
  type: 'application/pdf',
  content,
});
const rows = async () => (await pool.query('select sent_at, failed_at, last_error, attachment from mail_outbox')).rows;
const isSent = () => vi.waitFor(async () => expect((await rows())[0].sent_at).not.toBeNull(), { timeout: 8_000 });

function start(options: Partial<Parameters<typeof startMailWorker>[0]>) {
  const deliver = async () => {};
  const hurry = { pollMs: 10, retryDelay: (attempt: number) => (attempt < 3 ? 10 : null) };
  onTestFinished(startMailWorker({ pool, deliver, log: LOG, messageIdHost: 'quay.example', ...hurry, ...options }));
}

beforeEach(() => pool.query('truncate mail_outbox'));

test('creates an attachment at delivery, and erases its reference when the mail is sent', async () => {
  const { url, arrived } = await mailServer();
  await queueMail(pool, { ...MAIL, attachment });
  expect((await rows())[0].attachment).toEqual(attachment);
  start({ deliver: smtpDelivery(url, FROM), makeAttachment });
  await isSent();
  const [file, ...others] = arrived[0]?.attachments ?? [];
  expect(others).toEqual([]);
  expect(file).toMatchObject({ filename: 'receipt-7.pdf', mimeType: 'application/pdf', disposition: 'attachment' });
  expect(Buffer.from(file?.content as ArrayBuffer)).toEqual(content);
  expect((await rows())[0].attachment).toBeNull();
});

test('writes the attachment next to the mail without a mail server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mails-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await queueMail(pool, { ...MAIL, attachment });
  start({ deliver: fileDelivery(folder, FROM, LOG), makeAttachment });
  await isSent();
  const names = await readdir(folder);
  const [text = ''] = names.filter((name) => name.endsWith('.txt'));
  const [pdf = ''] = names.filter((name) => name.endsWith('.pdf'));
  expect(pdf).toBe(text.replace('.txt', '-receipt-7.pdf'));
  expect(await readFile(join(folder, pdf))).toEqual(content);
});

test('retries the mail with its attachment if creating the attachment fails', async () => {
  let tries = 0;
  const sent: unknown[] = [];
  await queueMail(pool, { ...MAIL, attachment });
  start({
    deliver: async ({ file }) => void sent.push(file?.name),
    makeAttachment: async (reference) => {
      if (++tries === 1) throw new Error('not now');
      return makeAttachment(reference);
    },
  });
  await isSent();
  expect(sent).toEqual(['receipt-7.pdf']);
});

test('does not send a mail whose attachment cannot be created', async () => {
  const deliver = vi.fn(async () => {});
  await queueMail(pool, { ...MAIL, attachment });
  start({ deliver });
  await vi.waitFor(async () => expect((await rows())[0].failed_at).not.toBeNull(), { timeout: 8_000 });
  expect(deliver).not.toHaveBeenCalled();
});
