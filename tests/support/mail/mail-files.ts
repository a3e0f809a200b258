import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

const FOLDER = join(process.env.DATA_DIR ?? '', 'mails');

/** Waits for the newest email with this address and subject. Without a mail server, emails are written to files. */
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

/** Returns the path and query of the first link in an email. */
export function linkIn(mail: string): string {
  const link = URL.parse(/^https?:\/\/\S+$/m.exec(mail)?.[0] ?? '');
  if (!link) throw new Error('no link in the email');
  return link.pathname + link.search;
}
