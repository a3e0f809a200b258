import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';
import { CONFIRM_DAYS } from '../model/newsletter-lifetime.ts';
import type { Subscriber } from './newsletter-store.ts';

type NewsletterMail = { subject: string; paragraphs: string[]; action?: { label: string; url: string } };

/** Adds the unsubscribe link to every newsletter email. */
async function send(
  db: Queryable,
  t: Translator,
  siteOrigin: string,
  to: Subscriber,
  mail: NewsletterMail,
): Promise<void> {
  const { subject, ...content } = mail;
  const url = `${siteOrigin}${paths.unsubscribe}?token=${to.unsubscribeToken}`;
  const footer = t('mail.newsletter.footer');
  const unsubscribe = { label: t('mail.newsletter.unsubscribe'), url };
  const bodies = composeMail({ title: subject, footer, unsubscribe, ...content }, t);
  await queueMail(db, { to: to.email, subject, unsubscribeUrl: url, ...bodies });
}

export function mailConfirmSubscription(
  db: Queryable,
  siteOrigin: string,
  to: Subscriber,
  token: string,
): Promise<void> {
  const t = recipientTranslator();
  return send(db, t, siteOrigin, to, {
    subject: t('mail.newsletter.confirm'),
    paragraphs: [t('mail.newsletter.confirm.text', { days: CONFIRM_DAYS }), t('mail.newsletter.confirm.ignore')],
    action: {
      label: t('mail.newsletter.confirm.action'),
      url: `${siteOrigin}${paths.confirmNewsletter}?token=${token}`,
    },
  });
}

export function mailSubscribed(db: Queryable, siteOrigin: string, to: Subscriber): Promise<void> {
  const t = recipientTranslator();
  return send(db, t, siteOrigin, to, {
    subject: t('mail.newsletter.subscribed'),
    paragraphs: [t('mail.newsletter.subscribed.text')],
  });
}
