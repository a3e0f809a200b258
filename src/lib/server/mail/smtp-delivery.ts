import { createTransport } from 'nodemailer';
import type { Mailbox } from './mail-address.ts';
import type { Deliver } from './mail-delivery.ts';

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
