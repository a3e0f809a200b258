import type pg from 'pg';
import { actingAdmin, audit, changesForAudit, emailHash, PERSONAL } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import { countAttempt } from '#lib/server/http/rate-limit.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { hashOfToken, newSecretToken } from '#lib/server/session/secret-token.ts';
import { paths } from '#paths.ts';
import type { SubscribersQuery, SubscribersResponse } from '../model/newsletter-contract.ts';
import { CONFIRM_DAYS } from '../model/newsletter-lifetime.ts';
import {
  confirmSubscriber,
  countConfirmed,
  deleteSubscriber,
  findSubscribers,
  removeSubscriber,
  requestSubscription,
  type Subscriber,
} from './newsletter-store.ts';

export type NewsletterDeps = {
  pool: pg.Pool;
  /** Origin of links in emails: from the PUBLIC_URL setting, never from a request header. */
  siteOrigin: string;
};

/** More than one, because an email may be lost and a user who has unsubscribed may return. */
const MAILS_PER_ADDRESS = { uses: 3, inSeconds: 24 * 3_600 };

/**
 * Emails a confirmation link to the address. Does nothing if it is already subscribed or has had too many emails; the
 * response is the same, so it does not reveal who is subscribed.
 */
export async function subscribe({ pool, siteOrigin }: NewsletterDeps, email: string): Promise<void> {
  const { token, hash } = newSecretToken();
  await withTransaction(pool, async (db) => {
    if (!(await canEmail(db, email))) return;
    const subscriber = await requestSubscription(db, email, hash);
    if (subscriber) await mailConfirmSubscription(db, siteOrigin, subscriber, token);
  });
}

async function canEmail(db: Queryable, email: string): Promise<boolean> {
  try {
    await countAttempt(db, `newsletter mail ${emailHash(email)}`, MAILS_PER_ADDRESS);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many') return false;
    throw error;
  }
}

/** Returns false if the link is unknown, used or expired. */
export async function confirmSubscription({ pool, siteOrigin }: NewsletterDeps, token: string): Promise<boolean> {
  const hash = hashOfToken(token);
  if (!hash) return false;
  return withTransaction(pool, async (db) => {
    const subscriber = await confirmSubscriber(db, hash);
    if (subscriber) await mailSubscribed(db, siteOrigin, subscriber);
    return subscriber !== null;
  });
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Deletes the address of the token; succeeds if already deleted. Returns false if the token is malformed. */
export async function unsubscribe({ pool }: NewsletterDeps, token: string): Promise<boolean> {
  if (!UUID.test(token)) return false;
  await deleteSubscriber(pool, token);
  return true;
}

const PAGE_SIZE = 50;

/** Returns a page of subscribers and unconfirmed addresses, newest first. */
export async function listSubscribers(
  { pool }: Pick<NewsletterDeps, 'pool'>,
  { search, state, after }: SubscribersQuery,
  limit = PAGE_SIZE,
): Promise<SubscribersResponse> {
  const filters = { search, after, confirmed: state === undefined ? null : state === 'confirmed' };
  const [found, confirmed] = await Promise.all([findSubscribers(pool, filters, limit + 1), countConfirmed(pool)]);
  const items = found.slice(0, limit).map((subscriber) => ({
    id: subscriber.id,
    email: subscriber.email,
    state: stateOf(subscriber),
    createdAt: subscriber.createdAt.toISOString(),
  }));
  return { items, next: found.length > items.length ? (items.at(-1)?.id ?? null) : null, confirmed };
}

const stateOf = ({ confirmed }: { confirmed: boolean }) => (confirmed ? ('confirmed' as const) : ('waiting' as const));

/** Removes a subscriber and audits it. Throws `not_found` for an unknown id. */
export async function removeSubscriberByAdmin(
  { pool }: Pick<NewsletterDeps, 'pool'>,
  admin: SignedIn,
  id: number,
  origin: Origin,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const removed = await removeSubscriber(db, id);
    if (!removed) throw new AppError('not_found', 'no such subscriber');
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'subscriber removed',
      subject: { kind: 'subscriber', id },
      details: changesForAudit(
        { email: removed.email, state: stateOf(removed) },
        { email: null, state: null },
        PERSONAL,
      ),
    });
  });
}

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

function mailConfirmSubscription(db: Queryable, siteOrigin: string, to: Subscriber, token: string): Promise<void> {
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

function mailSubscribed(db: Queryable, siteOrigin: string, to: Subscriber): Promise<void> {
  const t = recipientTranslator();
  return send(db, t, siteOrigin, to, {
    subject: t('mail.newsletter.subscribed'),
    paragraphs: [t('mail.newsletter.subscribed.text')],
  });
}
