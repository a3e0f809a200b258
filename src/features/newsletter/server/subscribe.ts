import type pg from 'pg';
import { emailHash } from '#features/sessions/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { countAttempt } from '#lib/server/http/rate-limit.ts';
import { hashOfToken, newSecretToken } from '#lib/server/session/secret-token.ts';
import { mailConfirmSubscription, mailSubscribed } from './newsletter-mails.ts';
import { confirmSubscriber, deleteSubscriber, deleteUnconfirmed, requestSubscription } from './newsletter-store.ts';

export type NewsletterDeps = {
  pool: pg.Pool;
  /** Origin of the links in mails: the operator's setting, never what a request says. */
  siteOrigin: string;
};

/** More than one: a mail may be lost, and who has just left may come back. */
const MAILS_PER_ADDRESS = { uses: 3, inSeconds: 24 * 3_600 };

/**
 * Takes an address up for the newsletter once its owner has followed the link that is mailed to it. Who asks is told the same
 * whatever becomes of it, so nobody learns from us who subscribes, and nobody can have an address flooded.
 */
export async function subscribe({ pool, siteOrigin }: NewsletterDeps, email: string): Promise<void> {
  const { token, hash } = newSecretToken();
  await withTransaction(pool, async (db) => {
    if (!(await mayMail(db, email))) return;
    const subscriber = await requestSubscription(db, email, hash);
    if (subscriber) await mailConfirmSubscription(db, siteOrigin, subscriber, token);
  });
}

async function mayMail(db: Queryable, email: string): Promise<boolean> {
  try {
    await countAttempt(db, `newsletter mail ${emailHash(email)}`, MAILS_PER_ADDRESS);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many') return false;
    throw error;
  }
}

/** Counts an address as subscribed, by the link that was mailed to it. False when the link does not work (any more). */
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

/** Forgets the address whose link this is; one that is forgotten already is fine. False when no link of ours looks like it. */
export async function unsubscribe({ pool }: NewsletterDeps, token: string): Promise<boolean> {
  if (!UUID.test(token)) return false;
  await deleteSubscriber(pool, token);
  return true;
}

/** Forgets the addresses that nobody has confirmed in time. */
export function purgeUnconfirmed(db: Queryable): Promise<void> {
  return deleteUnconfirmed(db);
}
