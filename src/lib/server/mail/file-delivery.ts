import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Mailbox } from './mail-address.ts';
import type { Deliver, MailLog } from './mail-delivery.ts';

/**
 * Writes each mail as a text file, an HTML file and its attachment, for sites without a mail server.
 * File names from one process sort in the order of delivery.
 */
export function fileDelivery(folder: string, from: Mailbox, log: MailLog): Deliver {
  let latest = 0;
  return async (mail) => {
    // Keeps times unique within a millisecond and after the clock is set back.
    latest = Math.max(Date.now(), latest + 1);
    const now = new Date(latest);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${now.toISOString().replace(/[-:]/g, '')}-${/[\w-]+/.exec(mail.messageId)?.[0]}`;
    const file = join(folder, `${name}.txt`);
    const unfinished = join(folder, `.${name}`);
    const headers = [
      `From: ${from.name} <${from.address}>`,
      `To: ${mail.to}`,
      ...(mail.replyTo === undefined ? [] : [`Reply-To: ${mail.replyTo}`]),
      ...(mail.unsubscribeUrl === undefined ? [] : [`List-Unsubscribe: <${mail.unsubscribeUrl}>`]),
      `Subject: ${mail.subject}`,
      `Date: ${now.toUTCString()}`,
      `Message-ID: ${mail.messageId}`,
    ];
    await writeFile(join(folder, `${name}.html`), mail.html, { mode: 0o600 });
    if (mail.file)
      await writeFile(join(folder, `${name}-${basename(mail.file.name)}`), mail.file.content, { mode: 0o600 });
    await writeFile(unfinished, `${headers.join('\n')}\n\n${mail.text}\n`, { mode: 0o600 });
    await rename(unfinished, file);
    log.info({ file }, 'email written to a file');
  };
}
