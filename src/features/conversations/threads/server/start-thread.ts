import { randomBytes } from 'node:crypto';
import { findPublicListing } from '#features/catalog/server/api.ts';
import { accountStatusOf, emailHash } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { emailKey } from '#lib/email-address.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { SignedIn } from '#lib/server/http/caller.ts';
import { countAttempt, type Limit } from '#lib/server/http/rate-limit.ts';
import { newSecretToken } from '#lib/server/session/secret-token.ts';
import { threadNumber } from '../model/thread.ts';
import type { StartBody } from '../model/thread-contract.ts';
import { countHeld, sendHeld } from './message-store.ts';
import { mailGuestLink } from './thread-mails.ts';
import type { Reader } from './thread-rights.ts';
import {
  findThread,
  insertKey,
  insertThread,
  lockThread,
  type Thread,
  threadOfBuyer,
  threadOfGuest,
} from './thread-store.ts';
import { addMessage, noteMessage, type ThreadDeps } from './write-message.ts';

const PER_USER: Limit = { uses: 30, inSeconds: 24 * 3_600, messageKey: 'threads.tooManyToday' };
const PER_ADDRESS: Limit = { uses: 5, inSeconds: 24 * 3_600, messageKey: 'threads.tooManyToday' };

type Guest = { name: string; email: string; key: string };
type Started = { number: string; held: boolean };

/**
 * Begins a thread about a car, or with the office. A buyer who has a thread about the car writes in it. The question of a guest is held until
 * the link in the email is opened.
 */
export async function startThread(deps: ThreadDeps, user: SignedIn | null, body: StartBody): Promise<Started> {
  const { pool } = deps;
  const guest = user ? null : guestOf(body);
  if (user && (await accountStatusOf(pool, user.id)) !== 'Active')
    throw new AppError('forbidden', 'email address not confirmed', { messageKey: 'threads.unconfirmed' });
  const of = user ? `user ${user.id}` : emailHash(guest?.email ?? '');
  await countAttempt(pool, `threads begun by ${of}`, user ? PER_USER : PER_ADDRESS);
  const { listing_id: listingId = null, name: _name, email: _email, ...message } = body;
  const car = listingId === null ? null : await findPublicListing(pool, listingId);
  if (car && car.userId === user?.id)
    throw new AppError('conflict', 'the seller asks about their own car', { messageKey: 'threads.ownCar' });
  return withTransaction(pool, async (db) => {
    const about = { listingId, sellerId: car?.userId ?? null, buyerId: user?.id ?? null, guest };
    const { id, number } = await threadFor(db, about);
    const author = { side: 'buyer', userId: user?.id ?? null, adminId: null } as const;
    const messageId = await addMessage(db, deps, id, author, message, { held: guest !== null });
    if (guest) await sendLink(db, deps, id, messageId);
    return { number, held: guest !== null };
  });
}

function guestOf({ name, email }: StartBody): Guest {
  if (name !== undefined && email !== undefined) return { name, email, key: emailKey(email) };
  throw new AppError('malformed', 'a guest without name or address', {
    fields: {
      ...(name === undefined && { name: 'threads.name.invalid' }),
      ...(email === undefined && { email: 'threads.email.invalid' }),
    },
  });
}

type About = { listingId: number | null; sellerId: number | null; buyerId: number | null; guest: Guest | null };

/** Returns the buyer's thread about a car, a new one if there is none. */
async function threadFor(
  db: Queryable,
  { listingId, sellerId, buyerId, guest }: About,
): Promise<{ id: number; number: string }> {
  const existing = async () => {
    if (listingId === null) return null;
    return buyerId !== null ? threadOfBuyer(db, buyerId, listingId) : threadOfGuest(db, guest?.key ?? '', listingId);
  };
  const found = await existing();
  if (found) return found;
  const number = threadNumber(randomBytes(8));
  const id = await insertThread(db, { number, listingId, sellerId, buyerId, guest });
  if (id !== null) return { id, number };
  // A simultaneous call began it.
  const other = await existing();
  if (!other) throw new Error('the number of a thread was taken');
  return other;
}

/** Emails a guest the link that opens the thread and sends what is held. */
async function sendLink(db: Queryable, deps: ThreadDeps, threadId: number, messageId: number): Promise<void> {
  const { token, hash } = newSecretToken();
  await insertKey(db, hash, threadId, messageId);
  await mailGuestLink(db, deps, await lockThread(db, threadId), token);
}

/** Sends the messages that a guest wrote before opening the link. Does nothing if there are none. */
export async function confirmHeld({ pool, clock }: ThreadDeps, { id }: Thread, { upTo }: Reader): Promise<void> {
  await withTransaction(pool, async (db) => {
    const thread = await lockThread(db, id);
    const messageId = await sendHeld(db, id, upTo);
    if (messageId === null) return;
    await noteMessage(db, thread, 'buyer', messageId, clock.now());
  });
}

export const hasHeld = async (db: Queryable, thread: Thread, { upTo }: Reader): Promise<boolean> =>
  upTo > 0 && (await countHeld(db, thread.id, upTo)) > 0;

/** Reads a thread again after a change. */
export async function threadAgain(db: Queryable, number: string): Promise<Thread> {
  const thread = await findThread(db, number);
  if (!thread) throw new Error(`thread ${number} does not exist`);
  return thread;
}
