import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import {
  type EvidenceFile,
  type MediaDeps,
  readEvidence,
  readFileOfSender,
  readFileOfUser,
} from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { countAttempt, type Limit } from '#lib/server/http/rate-limit.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import { afterMessage, FLAGS_FOR_OFFICE, mayWrite, secondsUntilAnswer, type ThreadSide } from '../model/thread.ts';
import type { MessageBody } from '../model/thread-contract.ts';
import { flagsOf } from './contact-details.ts';
import { countFlagged, insertMessage, messageOfKey } from './message-store.ts';
import type { Reader } from './thread-rights.ts';
import { lockThread, noteSent, setNeedsOffice, type Thread } from './thread-store.ts';

export type ThreadDeps = {
  pool: pg.Pool;
  clock: Clock;
  media: MediaDeps;
  siteOrigin: string;
  /** Address of the operator. */
  office: string;
  /** The number that an order is shown with. */
  numberOf(orderId: number): string;
};

type Author = { side: ThreadSide; userId: number | null; adminId: number | null };

/** Several messages within this time are one email. */
const MAIL_AFTER_MS = 60_000;
const PER_AUTHOR: Limit = { uses: 60, inSeconds: 3_600, messageKey: 'threads.tooManyMessages' };

/** Reads the files of a message. Throws if one is neither a picture nor a PDF. */
export async function readFiles(
  media: MediaDeps,
  { userId, adminId }: Author,
  threadId: number,
  files: UploadedFile[],
): Promise<EvidenceFile[]> {
  const read: EvidenceFile[] = [];
  for (const file of files) {
    if (adminId !== null) read.push(await readEvidence(media, adminId, file));
    else if (userId !== null) read.push(await readFileOfUser(media, userId, file));
    else read.push(await readFileOfSender(media, `guest of thread ${threadId}`, file));
  }
  return read;
}

/** Adds a message of a party, and counts it for the author's limit. */
export async function writeMessage(
  deps: ThreadDeps,
  thread: Thread,
  { side, userId }: Reader,
  body: MessageBody,
  files: UploadedFile[],
): Promise<void> {
  const { pool, media } = deps;
  const author = { side, userId, adminId: null };
  await countAttempt(pool, `messages of ${userId === null ? `thread ${thread.id}` : `user ${userId}`}`, PER_AUTHOR);
  const read = await readFiles(media, author, thread.id, files);
  await withTransaction(pool, (db) => addMessage(db, deps, thread.id, author, body, { files: read }));
}

/** Adds a message of the office. */
export async function writeForOffice(
  { pool, media, ...deps }: ThreadDeps,
  thread: Thread,
  adminId: number,
  body: MessageBody,
  files: UploadedFile[],
): Promise<void> {
  const author = { side: 'office', userId: null, adminId } as const;
  const read = await readFiles(media, author, thread.id, files);
  await withTransaction(pool, (db) => addMessage(db, deps, thread.id, author, body, { files: read }));
}

type Extra = {
  files?: EvidenceFile[];
  /** Sent only when the guest has opened the emailed link. */
  held?: boolean;
};

/**
 * Adds a message under the lock of its thread. Returns its id. A repeated call with the same key adds nothing.
 */
export async function addMessage(
  db: Queryable,
  { clock }: Pick<ThreadDeps, 'clock'>,
  threadId: number,
  author: Author,
  body: MessageBody,
  { files = [], held = false }: Extra = {},
): Promise<number> {
  const { text, phrase = null, phrase_value: phraseValue = null, language = null, key = randomUUID() } = body;
  if (text === '' && phrase === null && files.length === 0)
    throw new AppError('malformed', 'nothing is written', { fields: { text: 'threads.sayOrShow' } });
  const hash = hashOf([text, phrase, phraseValue], files);
  const thread = await lockThread(db, threadId);
  const repeated = await messageOfKey(db, threadId, key);
  if (repeated) {
    if (!repeated.hash.equals(hash))
      throw new AppError('unprocessable', 'the key of a message was reused with other content');
    return repeated.id;
  }
  if (!mayWrite(author.side, thread.blockedBy))
    throw new AppError('conflict', `blocked by ${thread.blockedBy}`, { messageKey: 'threads.blocked' });
  const now = clock.now();
  const flags = author.side === 'office' ? [] : flagsOf(text);
  const answeredAfterS = held ? null : secondsUntilAnswer(thread, author.side, now);
  const content = { text, phrase, phraseValue, language, flags, files };
  const id = await insertMessage(db, { ...author, ...content, threadId, key, hash, held, answeredAfterS });
  if (!held) await noteMessage(db, thread, author.side, id, now);
  if (flags.length > 0 && (await countFlagged(db, author.userId, threadId, author.side)) >= FLAGS_FOR_OFFICE)
    await setNeedsOffice(db, threadId, 'flagged');
  return id;
}

/** Notes a message that was sent: who has to write next, and when the others are emailed. */
export async function noteMessage(
  db: Queryable,
  thread: Thread,
  side: ThreadSide,
  messageId: number,
  now: Date,
): Promise<void> {
  const waiting = afterMessage(thread, side, thread.sellerId !== null, now);
  const mailAt = new Date(now.getTime() + MAIL_AFTER_MS);
  await noteSent(db, thread.id, { messageId, side, waiting, mailAt });
}

/** The hash of what was sent, by which a repeated call is recognized. */
function hashOf(parts: readonly unknown[], files: readonly EvidenceFile[]): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(parts));
  for (const { content } of files) hash.update(createHash('sha256').update(content).digest());
  return hash.digest();
}
