import type pg from 'pg';
import { emailHash } from '#features/people/server/api.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { countAttempt } from '#lib/server/http/rate-limit.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import type { ContactMessage } from '../model/contact-forms.ts';
import { insertMessage } from './contact-store.ts';

export type ContactDeps = {
  pool: pg.Pool;
  /** `own` emails messages to the operator's address; `send-service` leaves them to `startForwarding`. */
  contact: { transport: 'own' | 'send-service'; email: string };
};

const PER_SENDER = { uses: 20, inSeconds: 24 * 3_600, messageKey: 'contact.tooMany' } as const;

/** Stores a message and queues it for the operator. Throws `too_many` above the limit per sender address. */
export async function sendMessage({ pool, contact }: ContactDeps, sent: ContactMessage): Promise<void> {
  await countAttempt(pool, `contact from ${emailHash(sent.from_email)}`, PER_SENDER);
  await withTransaction(pool, async (db) => {
    await insertMessage(db, sent, contact.transport === 'send-service');
    if (contact.transport === 'own') await mailToOperator(db, contact.email, sent);
  });
}

/** Sends from our address; only Reply-To is the address the user typed. */
function mailToOperator(db: Queryable, operator: string, sent: ContactMessage): Promise<void> {
  const { from_name: name, from_email: email, subject, message } = sent;
  const t = recipientTranslator();
  const content = {
    title: subject,
    paragraphs: [t('mail.contact.from', { name, email }), message],
    footer: t('mail.contact.footer'),
  };
  return queueMail(db, {
    to: operator,
    replyTo: email,
    subject: t('mail.contact', { subject }),
    ...composeMail(content, t),
  });
}
