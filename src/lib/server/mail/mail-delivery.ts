import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createTransport } from 'nodemailer';
import { ConfigError } from '#lib/config-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Mail, MailFile } from './mail.ts';
import type { Mailbox } from './mail-address.ts';
import { knownMails } from './outgoing-mail.ts';

/** A mail to deliver. Every attempt has the same Message-ID. */
export type OutgoingMail = Omit<Mail, 'attachment' | 'forgetWhenDone'> & { messageId: string; file?: MailFile };

/** Delivers a mail. Rejects unless the server has accepted it. */
export type Deliver = (mail: OutgoingMail) => Promise<void>;

export type MailLog = {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
};

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

const TIMEOUTS = {
  /** Maximum time for the greeting, and between two packets later. */
  silenceMs: 10_000,
  /** Maximum time for a delivery. Must be shorter than the lease of the mail. */
  longestMs: 60_000,
};

/** Delivers mails to a server at an smtp:// or smtps:// URL. */
export function smtpDelivery(url: string, from: Mailbox, { silenceMs, longestMs } = TIMEOUTS): Deliver {
  const transport = createTransport({
    url,
    connectionTimeout: silenceMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, replyTo, subject, text, html, unsubscribeUrl, file, messageId }) => {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
      subject,
      text,
      html,
      messageId,
      ...(file && { attachments: [{ filename: file.name, contentType: file.type, content: file.content }] }),
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)),
      },
      signal: AbortSignal.timeout(longestMs),
    });
  };
}

/** Lets mail clients show an unsubscribe button. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

const TIMEOUT_MS = 5_000;

/** Connects to the mail server, with the login of its URL, and sends nothing. Rejects if that fails. */
export async function reachMailServer(url: string, timeoutMs = TIMEOUT_MS): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Describes a failure by codes only, because replies of a server may repeat the login. */
export function mailServerFailure(error: unknown): string {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string };
  return [code ?? name ?? 'unknown error', responseCode].filter((part) => part !== undefined).join(' ');
}

/** Login refused, or no encryption although the URL requires it. */
const REFUSALS = ['EAUTH', 'ENOAUTH', 'ETLS', 'EREQUIRETLS'];

/** Throws `ConfigError` if the server refused for good. Returns normally if it could only not be reached, or says that it is busy. */
export function refuseWrongMailServer(error: unknown, url: string): void {
  const { code = '', responseCode = 500 } = error as { code?: string; responseCode?: number };
  if (!REFUSALS.includes(code) || responseCode < 500) return;
  throw new ConfigError(
    `The mail server ${new URL(url).host} refused the login or the encryption: ${mailServerFailure(error)}. Check SMTP_URL.`,
    error,
  );
}

const BATCH = 500;
/** A file of `fileDelivery`: its name contains the id of the row in the outbox. */
const NAME = /^\.?\d{8}T\d{6}\.\d{3}Z-mail-(?<uuid>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[.-]|$)/;

/**
 * Removes the files of emails that are not in the outbox anymore, because they are old or an account was deleted.
 * Rows are written before their files and deleted before them, so a crash leaves no file behind for long. Ignores other
 * files and a missing folder.
 */
export async function removeForgottenMails(db: Queryable, folder: string): Promise<void> {
  const names = await readdir(folder).catch(emptyIfMissing);
  const files = names.flatMap((name) => {
    const uuid = NAME.exec(name)?.groups?.uuid;
    return uuid === undefined ? [] : [{ name, uuid }];
  });
  for (let start = 0; start < files.length; start += BATCH) {
    const batch = files.slice(start, start + BATCH);
    const known = await knownMails(db, [...new Set(batch.map(({ uuid }) => uuid))]);
    for (const { name, uuid } of batch) if (!known.has(uuid)) await rm(join(folder, name), { force: true });
  }
}

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
