import { createTransport } from 'nodemailer';
import type { Mailbox } from './mail-address.ts';
import type { Deliver } from './mail-delivery.ts';

const TIMEOUTS = {
  /** Until the server has greeted, and later between two signs of life. */
  silenceMs: 10_000,
  /** For a whole delivery; it must end before the lease of the mail does. */
  longestMs: 60_000,
};

/** Hands mails to the server at an smtp:// or smtps:// address. */
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

/** Lets mail programs offer the end of a subscription as a button of their own. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
