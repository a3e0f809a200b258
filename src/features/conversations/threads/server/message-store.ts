import {
  type Columns,
  execute,
  type Queryable,
  query,
  queryFirst,
  queryNumber,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { ThreadFiles, ThreadMessages } from '#lib/server/database/rows.ts';
import type { Phrase } from '../model/phrases.ts';
import type { ThreadSide } from '../model/thread.ts';
import type { Flag } from '../model/thread-contract.ts';

export type Message = Columns<
  ThreadMessages,
  'id' | 'thread_id' | 'side' | 'body' | 'phrase_value' | 'language' | 'held' | 'at'
> & {
  phrase: Phrase | null;
  flags: Flag[];
  /** Full name of the author; null for guests and deleted accounts. */
  author: string | null;
  /** The format of each file. */
  files: ThreadFiles['format'][];
};
export type MessageFile = Pick<ThreadFiles, 'format' | 'content'>;

const COLUMNS = `m.id, m.thread_id as "threadId", m.side, m.body, m.phrase, m.phrase_value as "phraseValue", m.language, m.flags, m.held, m.at,
  coalesce(u.name, a.name) as author,
  coalesce((select array_agg(f.format order by f.position) from thread_files f where f.message_id = m.id), '{}') as files`;
const FROM = 'thread_messages m left join users u on u.id = m.user_id left join admins a on a.id = m.admin_id';

type NewMessage = {
  threadId: number;
  side: ThreadSide;
  userId: number | null;
  adminId: number | null;
  key: string;
  hash: Buffer;
  text: string;
  phrase: Phrase | null;
  phraseValue: string | null;
  language: string | null;
  flags: Flag[];
  held: boolean;
  answeredAfterS: number | null;
  files: MessageFile[];
};

const INSERT = statement(`
  insert into thread_messages
    (thread_id, side, user_id, admin_id, key, content_hash, body, phrase, phrase_value, language, flags, held, answered_after_s)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`);
const INSERT_FILES = statement(`
  insert into thread_files (message_id, position, format, content)
  select $1, n - 1, format, content from unnest($2::text[], $3::bytea[]) with ordinality as file (format, content, n)`);

/** Inserts a message and returns its id. The caller holds the lock of the thread. */
export async function insertMessage(db: Queryable, message: NewMessage): Promise<number> {
  const {
    threadId,
    side,
    userId,
    adminId,
    key,
    hash,
    text,
    phrase,
    phraseValue,
    language,
    flags,
    held,
    answeredAfterS,
    files,
  } = message;
  const values = [
    threadId,
    side,
    userId,
    adminId,
    key,
    hash,
    text,
    phrase,
    phraseValue,
    language,
    flags,
    held,
    answeredAfterS,
  ];
  const [row] = await rowsOf<{ id: number }>(db, INSERT, values);
  const id = row!.id;
  if (files.length > 0)
    await rowsOf(db, INSERT_FILES, [id, files.map(({ format }) => format), files.map(({ content }) => content)]);
  return id;
}

/** Returns the message of a key, to recognize a repeated call. */
export const messageOfKey = queryFirst<{ id: number; hash: Buffer }, [threadId: number, key: string]>(
  'select id, content_hash as hash from thread_messages where thread_id = $1 and key = $2',
);

/** Returns up to `limit` messages of a thread before one, the newest first. `held`: with those that are not sent yet. */
export const messagesOfThread = query<
  Message,
  [threadId: number, before: number | null, held: boolean, limit: number]
>(`
  select ${COLUMNS} from ${FROM}
  where m.thread_id = $1 and m.id < coalesce($2, 9223372036854775807) and ($3 or not m.held) order by m.id desc limit $4`);

/** Returns the sent messages of a thread after one that others than a side wrote, oldest first. */
export const messagesFor = query<Message, [threadId: number, after: number, notOf: ThreadSide]>(`
  select ${COLUMNS} from ${FROM}
  where m.thread_id = $1 and m.id > $2 and m.side <> $3 and not m.held order by m.id limit 20`);

const LAST = statement(`
  select ${COLUMNS} from ${FROM} where m.id = any($1::bigint[])`);

/** Returns messages by thread id. */
export async function messagesById(db: Queryable, ids: number[]): Promise<Map<number, Message>> {
  const rows = await rowsOf<Message>(db, LAST, [ids]);
  return new Map(rows.map((row) => [row.threadId, row]));
}

const UNREAD = statement(`
  select t.id, count(m.id) as unread from unnest($1::bigint[], $2::bigint[]) as t (id, seen)
  join thread_messages m on m.thread_id = t.id and m.id > t.seen and m.side <> $3 and not m.held group by t.id`);

/** Returns how many messages of others a side has not seen, by thread id. */
export async function unreadOf(
  db: Queryable,
  threads: { id: number; seen: number }[],
  side: ThreadSide,
): Promise<Map<number, number>> {
  const values = [threads.map(({ id }) => id), threads.map(({ seen }) => seen), side];
  const rows = await rowsOf<{ id: number; unread: string }>(db, UNREAD, values);
  return new Map(rows.map(({ id, unread }) => [id, Number(unread)]));
}

const RELEASE = statement(`
  update thread_messages set id = default, held = false, at = now()
  where thread_id = $1 and held and id <= $2 returning id`);

/** Sends the held messages of a thread up to one, with new ids as they come after all others. Returns the newest id; null without any. */
export async function sendHeld(db: Queryable, threadId: number, upTo: number): Promise<number | null> {
  const rows = await rowsOf<{ id: number }>(db, RELEASE, [threadId, upTo]);
  return rows.length > 0 ? Math.max(...rows.map(({ id }) => id)) : null;
}

export const countHeld = queryNumber<[threadId: number, upTo: number]>(
  'select count(*) from thread_messages where thread_id = $1 and held and id <= $2',
);

/** Counts the flagged messages of a person, or of the guest of a thread, in the last 30 days. */
export const countFlagged = queryNumber<[userId: number | null, threadId: number, side: ThreadSide]>(`
  select count(*) from thread_messages
  where flags <> '{}' and at > now() - interval '30 days'
    and case when $1::bigint is null then thread_id = $2 and side = $3 else user_id = $1 end`);

export const findFile = queryFirst<MessageFile, [threadId: number, messageId: number, position: number]>(`
  select f.format, f.content from thread_files f join thread_messages m on m.id = f.message_id
  where m.thread_id = $1 and m.id = $2 and f.position = $3`);

/** Deletes held messages whose guest did not confirm, and the threads that have no other. */
export const deleteHeldMessages = execute<[afterS: number]>(`
  with old as (
    delete from thread_messages where held and at < now() - make_interval(secs => $1) returning thread_id
  )
  delete from threads t where last_message_id = 0 and id in (select thread_id from old)
    and not exists (select from thread_messages m where m.thread_id = t.id and m.at >= now() - make_interval(secs => $1))`);
