import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Mailbox } from './mail-address.ts';
import type { Deliver, MailLog } from './mail-delivery.ts';

/** Keeps each mail as a text file, with its HTML and what it brings beside it, for whoever has no mail server. Names sort by time. */
export function fileDelivery(folder: string, from: Mailbox, log: MailLog): Deliver {
  return async (mail) => {
    const now = new Date();
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
    log.info({ file }, 'a mail was written to a file');
  };
}
