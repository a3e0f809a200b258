import type pg from 'pg';
import { emailHash } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { countAttempt } from '#lib/server/http/rate-limit.ts';
import { hashOfToken, newSecretToken } from '#lib/server/session/secret-token.ts';
import { mailConfirmSubscription, mailSubscribed } from './newsletter-mails.ts';
import { confirmSubscriber, deleteSubscriber, requestSubscription } from './newsletter-store.ts';

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
