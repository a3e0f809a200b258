import { emailHash } from '#features/people/sessions/server/login-limits.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { countAttempt, type Limit } from '#lib/server/http/rate-limit.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';

type Person = { name: string; email: string };
type Content = {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  forgetWhenDone?: true;
};

function send(db: Queryable, t: Translator, { name, email }: Person, content: Content): Promise<void> {
  return post(db, t, email, { greeting: t('mail.greeting', { name }), footer: t('mail.footer'), ...content });
}

/** Emails an unconfirmed address. It may be a stranger's, so the text contains nothing that a user typed. */
function sendToUnconfirmed(db: Queryable, t: Translator, email: string, content: Content): Promise<void> {
  return post(db, t, email, { greeting: t('mail.greeting.unknown'), footer: t('mail.footer.unknown'), ...content });
}

async function post(
  db: Queryable,
  t: Translator,
  to: string,
  { subject, greeting, paragraphs, forgetWhenDone, ...content }: Content & { greeting: string; footer: string },
): Promise<void> {
  const mail = composeMail({ title: subject, paragraphs: [greeting, ...paragraphs], ...content }, t);
  await queueMail(db, { to, subject, ...mail, ...(forgetWhenDone && { forgetWhenDone }) });
}

export function mailWelcome(db: Queryable, email: string, url: string): Promise<void> {
  const t = recipientTranslator();
  return sendToUnconfirmed(db, t, email, {
    subject: t('mail.welcome'),
    paragraphs: [t('mail.welcome.text'), t('mail.welcome.ignore')],
    action: { label: t('mail.welcome.action'), url },
  });
}

export function mailReset(db: Queryable, person: Person, url: string): Promise<void> {
  const t = recipientTranslator();
  return send(db, t, person, {
    subject: t('mail.reset'),
    paragraphs: [t('mail.reset.text'), t('mail.reset.ignore')],
    action: { label: t('mail.reset.action'), url },
  });
}

export function mailPasswordChanged(db: Queryable, person: Person, forgotUrl: string): Promise<void> {
  const t = recipientTranslator();
  return send(db, t, person, {
    subject: t('mail.passwordChanged'),
    paragraphs: [t('mail.passwordChanged.text')],
    action: { label: t('mail.passwordChanged.action'), url: forgotUrl },
  });
}

/** Contains no reset link: administrators cannot reset a password by email. */
export function mailAdminPasswordChanged(db: Queryable, person: Person): Promise<void> {
  const t = recipientTranslator();
  return send(db, t, person, { subject: t('mail.passwordChanged'), paragraphs: [t('mail.adminPasswordChanged.text')] });
}

/** @param waits true if the link works only after three days or once the old address agrees */
export function mailConfirmNewAddress(db: Queryable, email: string, url: string, waits = false): Promise<void> {
  const t = recipientTranslator();
  return sendToUnconfirmed(db, t, email, {
    subject: t('mail.newAddress'),
    paragraphs: [t(waits ? 'mail.newAddress.waits' : 'mail.newAddress.text')],
    action: { label: t('mail.newAddress.action'), url },
  });
}

/**
 * Tells the old address about a change, in case the owner did not make it.
 * @param urls `undoUrl` is null if the old address may not undo the change
 */
export function mailAddressChanging(
  db: Queryable,
  person: Person,
  newEmail: string,
  { undoUrl, forgotUrl }: { undoUrl: string | null; forgotUrl: string },
): Promise<void> {
  const t = recipientTranslator();
  return send(db, t, person, {
    subject: t('mail.addressChanging'),
    paragraphs: [
      t('mail.addressChanging.text', { email: newEmail }),
      t(undoUrl === null ? 'mail.addressChanging.ignore' : 'mail.addressChanging.undo'),
    ],
    action:
      undoUrl === null
        ? { label: t('mail.passwordChanged.action'), url: forgotUrl }
        : { label: t('mail.addressChanged.action'), url: undoUrl },
  });
}

/** Asks the old address to agree to a change by support. The button stops the change. */
export function mailAddressBySupport(
  db: Queryable,
  person: Person,
  newEmail: string,
  { agreeUrl, undoUrl }: { agreeUrl: string; undoUrl: string },
): Promise<void> {
  const t = recipientTranslator();
  return send(db, t, person, {
    subject: t('mail.addressChanging'),
    paragraphs: [
      t('mail.addressBySupport.text', { email: newEmail }),
      t('mail.addressBySupport.agree', { url: agreeUrl }),
      t('mail.addressBySupport.undo'),
    ],
    action: { label: t('mail.addressChanged.action'), url: undoUrl },
  });
}

/** Emails the old address once the new one is confirmed. */
export function mailAddressChanged(db: Queryable, person: Person, newEmail: string, undoUrl: string): Promise<void> {
  const t = recipientTranslator();
  return send(db, t, person, {
    subject: t('mail.addressChanged'),
    paragraphs: [t('mail.addressChanged.text', { email: newEmail }), t('mail.addressChanged.undo')],
    action: { label: t('mail.addressChanged.action'), url: undoUrl },
  });
}

export type SecondFactorNotice =
  | 'mail.secondFactorOn'
  | 'mail.secondFactorOff'
  | 'mail.recoveryCodesRenewed'
  | 'mail.secondFactorResetByUs';

/** Tells a user about a change of their second factor, in case they did not make it. */
export function mailSecondFactor(db: Queryable, person: Person, notice: SecondFactorNotice): Promise<void> {
  const t = recipientTranslator();
  const paragraphs = [t(`${notice}.text`), t('mail.secondFactor.unexpected')];
  return send(db, t, person, { subject: t(notice), paragraphs });
}

/** The last email to a deleted account. The outbox erases it once it is sent. */
export function mailDeleted(
  db: Queryable,
  person: Person,
  text: 'mail.deleted.text' | 'mail.deleted.byUs',
): Promise<void> {
  const t = recipientTranslator();
  return send(db, t, person, { subject: t('mail.deleted'), paragraphs: [t(text)], forgetWhenDone: true });
}

/** Per kind of email and recipient, across all requesters. */
const MAILS_PER_ADDRESS = { uses: 3, inSeconds: 3_600 };

/** Changes of the address by one account. Each emails an address that may be a stranger's. */
const NEW_ADDRESSES: Limit[] = [
  { uses: 3, inSeconds: 3_600, messageKey: 'account.email.tooOften' },
  { uses: 6, inSeconds: 24 * 3_600, messageKey: 'account.email.tooOften' },
];

type LimitedMail = 'reset' | 'confirm' | 'new address' | 'address changing';

/** Counts an email that a stranger could trigger. Throws `too_many` above the limit per recipient. */
export async function countEmailTo(db: Queryable, kind: LimitedMail, email: string): Promise<void> {
  await countAttempt(db, `${kind} mail ${emailHash(email)}`, MAILS_PER_ADDRESS);
}

/** Counts a change of an account's address. Throws `too_many` above the limits. */
export async function countNewAddress(db: Queryable, userId: number): Promise<void> {
  for (const limit of NEW_ADDRESSES)
    await countAttempt(db, `new address of user ${userId} in ${limit.inSeconds} s`, limit);
}

/** Like `countEmailTo`, but returns false above the limit: the response must not reveal whether an email is sent. */
export async function canEmailTo(db: Queryable, kind: LimitedMail, email: string): Promise<boolean> {
  try {
    await countEmailTo(db, kind, email);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many') return false;
    throw error;
  }
}
