import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

const FOLDER = join(process.env.DATA_DIR ?? '', 'mails');

/** The newest mail to an address with a subject, once the outbox has sent it. Without a mail server, mails are files. */
export async function mailTo(address: string, subject: string): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.txt')).sort();
    const mails = await Promise.all(files.map((name) => readFile(join(FOLDER, name), 'utf8')));
    found = mails.findLast((mail) => mail.includes(`To: ${address}\n`) && mail.includes(`Subject: ${subject}\n`));
    expect(found, `a mail '${subject}'`).toBeDefined();
  }).toPass({ timeout: 15_000 });
  return found ?? '';
}

/** Path and query of the link in a mail. */
export function linkIn(mail: string): string {
  const link = URL.parse(/^https?:\/\/\S+$/m.exec(mail)?.[0] ?? '');
  if (!link) throw new Error('no link in the mail');
  return link.pathname + link.search;
}
