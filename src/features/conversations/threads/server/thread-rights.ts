import { findProfile } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { emailKey } from '#lib/email-address.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { emailKeys } from '#lib/server/email-keys.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { hashOfToken } from '#lib/server/session/secret-token.ts';
import type { Party } from '../model/thread.ts';
import { findFile, type MessageFile } from './message-store.ts';
import { findThread, keyOfThread, type Thread } from './thread-store.ts';

/** A person outside the office who may read a thread. */
export type Reader = {
  side: Party;
  /** Null for a guest with an emailed link. */
  userId: number | null;
  /** Up to which held message the link sends; 0 for users. */
  upTo: number;
};

export const threadNotFound = () => new AppError('not_found', 'no such thread', { messageKey: 'threads.notFound' });

/** Returns the keys of a user's address, if the user has proved it. Threads of a guest with this address are theirs too. */
export async function provedKeys(db: Queryable, userId: number): Promise<string[]> {
  const profile = await findProfile(db, userId);
  return profile?.status === 'Active' ? emailKeys(profile.email) : [];
}

/** Finds a thread of which the caller is a party. Throws `not_found` to everybody else, so that numbers cannot be probed. */
export async function openThread(
  db: Queryable,
  number: string,
  { user }: Caller,
  token: string | undefined,
): Promise<{ thread: Thread; reader: Reader }> {
  const thread = await findThread(db, number);
  const reader =
    thread && ((user && (await readerOfUser(db, thread, user.id))) || (await readerOfKey(db, thread, token)));
  if (!reader) throw threadNotFound();
  return { thread, reader };
}

async function readerOfUser(db: Queryable, thread: Thread, userId: number): Promise<Reader | null> {
  const upTo = 0;
  if (thread.buyerId === userId) return { side: 'buyer', userId, upTo };
  // The seller sees nothing of a guest who did not confirm.
  const isHeld = thread.guestKey !== null && thread.lastMessageId === 0;
  if (thread.sellerId === userId) return isHeld ? null : { side: 'seller', userId, upTo };
  if (thread.guestKey === null || isHeld) return null;
  return (await provedKeys(db, userId)).includes(emailKey(thread.guestKey)) ? { side: 'buyer', userId, upTo } : null;
}

async function readerOfKey(db: Queryable, thread: Thread, token: string | undefined): Promise<Reader | null> {
  const hash = hashOfToken(token);
  const key = hash && (await keyOfThread(db, hash, thread.id));
  return key ? { side: 'buyer', userId: null, upTo: key.upTo } : null;
}

/** Finds a thread for the office, which sees nothing of a guest who did not confirm. */
export async function openForOffice(db: Queryable, number: string): Promise<Thread> {
  const thread = await findThread(db, number);
  if (!thread || thread.lastMessageId === 0) throw threadNotFound();
  return thread;
}

/** Returns a file of a message. Messages that are not sent yet have none. */
export async function openFile(
  db: Queryable,
  { id }: Thread,
  { message, position }: { message: number; position: number },
): Promise<MessageFile> {
  const file = await findFile(db, id, message, position);
  if (!file) throw threadNotFound();
  return file;
}
