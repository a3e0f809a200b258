import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fileDelivery } from './mail-delivery.ts';

const FROM = { name: 'Quay', address: 'no-reply@quay.example' };
const MAIL = {
  to: 'amina@buyers.example',
  replyTo: 'dealer@sellers.example',
  unsubscribeUrl: 'https://cars.example/Unsubscribe?token=x',
  subject: 'أهلا',
  text: 'Open\nhttps://cars.example/?token=secret',
  html: '<p>Open</p>',
};

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

async function mailFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'mails-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  return join(parent, 'mails');
}

const textsOf = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
const idsOf = (texts: string[]) => texts.map((name) => name.replace(/^\d{8}T\d{6}\.\d{3}Z-/, ''));

test('writes a mail as a text file and an HTML file that only the owner can read', async () => {
  const folder = await mailFolder();
  const logged: unknown[] = [];
  const log = { info: (...said: unknown[]) => void logged.push(said), warn: () => {} };
  const deliver = fileDelivery(folder, FROM, log);
  for (const id of ['9', '1'])
    await deliver({ ...MAIL, text: `${MAIL.text}${id}`, messageId: `<mail-${id}@quay.example>` });

  const names = await readdir(folder);
  const texts = await textsOf(folder);
  expect(names.sort()).toEqual(texts.flatMap((name) => [name.replace('.txt', '.html'), name]));
  expect(idsOf(texts)).toEqual(['mail-9.txt', 'mail-1.txt']);
  const [first] = texts as [string];
  const [head, ...body] = (await readFile(join(folder, first), 'utf8')).split('\n\n');
  expect(head?.replace(/Date: .* GMT/, 'Date: now').split('\n')).toEqual([
    'From: Quay <no-reply@quay.example>',
    'To: amina@buyers.example',
    'Reply-To: dealer@sellers.example',
    'List-Unsubscribe: <https://cars.example/Unsubscribe?token=x>',
    'Subject: أهلا',
    'Date: now',
    'Message-ID: <mail-9@quay.example>',
  ]);
  expect(body).toEqual([`${MAIL.text}9\n`]);
  expect(await readFile(join(folder, first.replace('.txt', '.html')), 'utf8')).toBe(MAIL.html);
  expect(await modeOf(folder)).toBe(0o700);
  expect(await Promise.all(names.map((name) => modeOf(join(folder, name))))).toEqual([0o600, 0o600, 0o600, 0o600]);
  expect(logged).toEqual(texts.map((name) => [{ file: join(folder, name) }, 'email written to a file']));
});

test('names sort in the order of delivery within one millisecond and after the clock was set back', async () => {
  const folder = await mailFolder();
  const deliver = fileDelivery(folder, FROM, { info: () => {}, warn: () => {} });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const noon = Date.UTC(2026, 0, 15, 12);
  for (const [id, time] of [
    ['c', noon],
    ['b', noon],
    ['a', noon - 3_600_000],
  ] as const) {
    vi.setSystemTime(time);
    await deliver({ ...MAIL, messageId: `<${id}@quay.example>` });
  }
  expect(idsOf(await textsOf(folder))).toEqual(['c.txt', 'b.txt', 'a.txt']);
});
