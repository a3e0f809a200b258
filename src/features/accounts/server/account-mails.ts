import type { Queryable } from '#platform/database/statement.ts';
import { composeMail } from '#platform/mail/mail-layout.ts';
import { putInOutbox } from '#platform/mail/mail-outbox.ts';
import { englishWords as t } from '#platform/words/all-words.ts';

type Person = { name: string; email: string };

async function send(
  db: Queryable,
  { name, email }: Person,
  mail: { subject: string; paragraphs: string[]; action?: { label: string; url: string } },
): Promise<void> {
  const { subject, paragraphs, ...rest } = mail;
  const content = {
    title: subject,
    paragraphs: [t('mail.greeting', { name }), ...paragraphs],
    footer: t('mail.footer'),
    ...rest,
  };
  await putInOutbox(db, { to: email, subject, ...composeMail(content) });
}

export function mailWelcome(db: Queryable, person: Person, url: string): Promise<void> {
  return send(db, person, {
    subject: t('mail.welcome'),
    paragraphs: [t('mail.welcome.text'), t('mail.welcome.ignore')],
    action: { label: t('mail.welcome.action'), url },
  });
}

export function mailReset(db: Queryable, person: Person, url: string): Promise<void> {
  return send(db, person, {
    subject: t('mail.reset'),
    paragraphs: [t('mail.reset.text'), t('mail.reset.ignore')],
    action: { label: t('mail.reset.action'), url },
  });
}

export function mailPasswordChanged(db: Queryable, person: Person, forgotUrl: string): Promise<void> {
  return send(db, person, {
    subject: t('mail.passwordChanged'),
    paragraphs: [t('mail.passwordChanged.text')],
    action: { label: t('mail.passwordChanged.action'), url: forgotUrl },
  });
}

export function mailConfirmNewAddress(db: Queryable, person: Person, url: string): Promise<void> {
  return send(db, person, {
    subject: t('mail.newAddress'),
    paragraphs: [t('mail.newAddress.text')],
    action: { label: t('mail.newAddress.action'), url },
  });
}

/** To the old address, so that nobody's account moves away unnoticed. */
export function mailAddressChanging(db: Queryable, person: Person, newEmail: string, forgotUrl: string): Promise<void> {
  return send(db, person, {
    subject: t('mail.addressChanging'),
    paragraphs: [t('mail.addressChanging.text', { email: newEmail }), t('mail.addressChanging.ignore')],
    action: { label: t('mail.passwordChanged.action'), url: forgotUrl },
  });
}

export function mailDeleted(db: Queryable, person: Person): Promise<void> {
  return send(db, person, { subject: t('mail.deleted'), paragraphs: [t('mail.deleted.text')] });
}
