import { emailKey, isEmailAddress } from '#lib/email-address.ts';
import {
  type Columns,
  execute,
  type Queryable,
  query,
  queryColumn,
  queryFirst,
  queryNumber,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Threads } from '#lib/server/database/rows.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';
import { isThreadNumber, type Party, type ThreadSide, type Waiting } from '../model/thread.ts';

export type Thread = Columns<
  Threads,
  | 'id'
  | 'number'
  | 'listing_id'
  | 'order_id'
  | 'seller_id'
  | 'buyer_id'
  | 'guest_email'
  | 'guest_key'
  | 'last_message_id'
  | 'buyer_seen'
  | 'seller_seen'
  | 'office_seen'
  | 'waits_for'
  | 'waits_since'
  | 'nudge_at'
  | 'nudges'
  | 'buyer_mailed'
  | 'seller_mailed'
  | 'assigned_to'
  | 'needs_office'
  | 'blocked_by'
> & {
  /** Full names; null for deleted accounts and missing sides. */
  buyerName: string | null;
  sellerName: string | null;
  assignedName: string | null;
};

const COLUMNS = `t.id, t.number, t.listing_id as "listingId", t.order_id as "orderId", t.seller_id as "sellerId", t.buyer_id as "buyerId",
  t.guest_email as "guestEmail", t.guest_key as "guestKey", t.last_message_id as "lastMessageId", t.buyer_seen as "buyerSeen",
  t.seller_seen as "sellerSeen", t.office_seen as "officeSeen", t.waits_for as "waitsFor", t.waits_since as "waitsSince",
  t.nudge_at as "nudgeAt", t.nudges, t.buyer_mailed as "buyerMailed", t.seller_mailed as "sellerMailed",
  t.assigned_to as "assignedTo", t.needs_office as "needsOffice", t.blocked_by as "blockedBy",
  coalesce(b.name, t.guest_name) as "buyerName", s.name as "sellerName", a.name as "assignedName"`;
const FROM = `threads t left join users b on b.id = t.buyer_id left join users s on s.id = t.seller_id left join admins a on a.id = t.assigned_to`;

export const findThread = queryFirst<Thread, [number: string]>(`select ${COLUMNS} from ${FROM} where t.number = $1`);
const findById = queryFirst<Thread, [id: number]>(`select ${COLUMNS} from ${FROM} where t.id = $1`);

const LOCK = statement('select id from threads where id = $1 for update');

/** Locks a thread and reads it again. All changes of a thread hold this lock, so its messages commit in the order of their ids. */
export async function lockThread(db: Queryable, id: number): Promise<Thread> {
  await rowsOf(db, LOCK, [id]);
  const thread = await findById(db, id);
  if (!thread) throw new Error(`thread ${id} does not exist`);
  return thread;
}

type NewThread = {
  number: string;
  listingId: number | null;
  sellerId: number | null;
  buyerId: number | null;
  guest: { name: string; email: string; key: string } | null;
};

const INSERT = statement(`
  insert into threads (number, listing_id, seller_id, buyer_id, guest_name, guest_email, guest_key)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`);

/** Returns the id of the new thread; null if its buyer has one about the car, or the number is taken. */
export async function insertThread(db: Queryable, thread: NewThread): Promise<number | null> {
  const { number, listingId, sellerId, buyerId, guest } = thread;
  const of = [guest?.name ?? null, guest?.email ?? null, guest?.key ?? null];
  const [row] = await rowsOf<{ id: number }>(db, INSERT, [number, listingId, sellerId, buyerId, ...of]);
  return row?.id ?? null;
}

/** Returns the thread of a buyer about a car that no order has. */
export const threadOfBuyer = queryFirst<{ id: number; number: string }, [buyerId: number, listingId: number]>(
  'select id, number from threads where buyer_id = $1 and listing_id = $2 and order_id is null',
);

export const threadOfGuest = queryFirst<{ id: number; number: string }, [guestKey: string, listingId: number]>(
  'select id, number from threads where guest_key = $1 and listing_id = $2 and order_id is null',
);

const SENT = statement(`
  update threads
  set last_message_id = $2, waits_for = $3, waits_since = $4, nudge_at = $5, nudges = $6,
    buyer_seen = case when $7 = 'buyer' then $2 else buyer_seen end,
    seller_seen = case when $7 = 'seller' then $2 else seller_seen end,
    office_seen = case when $7 = 'office' then $2 else office_seen end,
    buyer_mail_at = case when $7 <> 'buyer' then coalesce(buyer_mail_at, $8) else buyer_mail_at end,
    seller_mail_at = case when $7 <> 'seller' and seller_id is not null then coalesce(seller_mail_at, $8) else seller_mail_at end,
    needs_office = case when needs_office = 'silent' and $7 <> 'buyer' then null else needs_office end
  where id = $1`);

/** Notes that a message was sent: the others have not seen it, and are emailed at `mailAt` unless they see it before. */
export async function noteSent(
  db: Queryable,
  threadId: number,
  { messageId, side, waiting, mailAt }: { messageId: number; side: ThreadSide; waiting: Waiting; mailAt: Date },
): Promise<void> {
  const { waitsFor, waitsSince, nudgeAt, nudges } = waiting;
  await rowsOf(db, SENT, [threadId, messageId, waitsFor, waitsSince, nudgeAt, nudges, side, mailAt]);
}

const SEEN = statement(`
  update threads
  set buyer_seen = case when $2 = 'buyer' then $3 else buyer_seen end,
    seller_seen = case when $2 = 'seller' then $3 else seller_seen end,
    office_seen = case when $2 = 'office' then $3 else office_seen end,
    buyer_mail_at = case when $2 = 'buyer' and $3 >= last_message_id then null else buyer_mail_at end,
    seller_mail_at = case when $2 = 'seller' and $3 >= last_message_id then null else seller_mail_at end
  where id = $1 and $3 > case $2 when 'buyer' then buyer_seen when 'seller' then seller_seen else office_seen end`);

/** Notes how far a side has read. */
export async function noteSeen(db: Queryable, threadId: number, side: ThreadSide, upTo: number): Promise<void> {
  await rowsOf(db, SEEN, [threadId, side, upTo]);
}

export const setBlocked = execute<[id: number, by: ThreadSide | null]>(
  'update threads set blocked_by = $2 where id = $1',
);

export const setNeedsOffice = execute<[id: number, why: 'silent' | 'flagged' | 'reported']>(`
  update threads set needs_office = case when needs_office = 'reported' then needs_office else $2 end where id = $1`);

export const setAssigned = execute<[id: number, adminId: number | null]>(
  'update threads set assigned_to = $2 where id = $1',
);

/** The office has looked: nothing waits for it any more. */
export const settleThread = execute<[id: number, adminId: number]>(`
  with settled as (
    update thread_reports set settled_at = now(), settled_by = $2 where thread_id = $1 and settled_at is null
  )
  update threads
  set needs_office = null, waits_for = case when waits_for = 'office' then null else waits_for end,
    waits_since = case when waits_for = 'office' then null else waits_since end
  where id = $1`);

const INSERT_KEY = statement('insert into thread_keys (hash, thread_id, up_to) values ($1, $2, $3)');

/** Stores the hash of a key that opens the thread for its guest, and sends held messages up to `upTo`. */
export async function insertKey(db: Queryable, hash: Buffer, threadId: number, upTo: number): Promise<void> {
  await rowsOf(db, INSERT_KEY, [hash, threadId, upTo]);
}

/** Returns up to which held message a key sends; null if it does not open the thread. */
export const keyOfThread = queryFirst<{ upTo: number }, [hash: Buffer, threadId: number]>(
  'select up_to as "upTo" from thread_keys where hash = $1 and thread_id = $2',
);

export const deleteThreadKeys = execute<[afterS: number]>(
  'delete from thread_keys where created_at < now() - make_interval(secs => $1)',
);

const INSERT_REPORT = statement(`
  insert into thread_reports (thread_id, side, reason, body) values ($1, $2, $3, $4)
  on conflict (thread_id, side) where settled_at is null do update set reason = excluded.reason, body = excluded.body, at = now()`);

export async function insertReport(
  db: Queryable,
  { threadId, side, reason, text }: { threadId: number; side: Party; reason: string; text: string },
): Promise<void> {
  await rowsOf(db, INSERT_REPORT, [threadId, side, reason, text]);
}

type Report = { side: Party; reason: 'payment' | 'spam' | 'rude' | 'identity' | 'other'; body: string; at: Date };

export const openReports = query<Report, [threadId: number]>(
  'select side, reason, body, at from thread_reports where thread_id = $1 and settled_at is null order by id',
);

type ListedIn = { role: Party; filter: 'all' | 'unread' | 'waiting'; listingId: number | null; before: number | null };

const CONDITIONS = (role: Party) => `t.last_message_id > 0 and t.last_message_id < coalesce($2, 9223372036854775807)
    and ($3::bigint is null or t.listing_id = $3)
    and ($4 = 'all' or ($4 = 'unread' and t.last_message_id > t.${role}_seen) or ($4 = 'waiting' and t.waits_for = '${role}'))`;
const OF_BUYER = statement(`
  select ${COLUMNS} from ${FROM} where t.id in (
    (select t.id from threads t where t.buyer_id = $1 and ${CONDITIONS('buyer')} order by t.last_message_id desc limit $5)
    union all
    (select t.id from threads t where t.guest_key = any($6::text[]) and ${CONDITIONS('buyer')} order by t.last_message_id desc limit $5))
  order by t.last_message_id desc limit $5`);
const OF_SELLER = statement(`
  select ${COLUMNS} from ${FROM} where t.seller_id = $1 and ${CONDITIONS('seller')} order by t.last_message_id desc limit $5`);

/** Returns threads of a user, those with the newest messages first. `keys`: the user's proved address, for threads begun as a guest. */
export function threadsOfUser(
  db: Queryable,
  userId: number,
  keys: string[],
  { role, filter, listingId, before }: ListedIn,
  limit: number,
): Promise<Thread[]> {
  const values = [userId, before, listingId, filter, limit];
  return role === 'buyer' ? rowsOf(db, OF_BUYER, [...values, keys]) : rowsOf(db, OF_SELLER, values);
}

export const countUnread = queryNumber<[userId: number, keys: string[]]>(`
  select (select count(*) from threads where buyer_id = $1 and last_message_id > buyer_seen)
    + (select count(*) from threads where guest_key = any($2::text[]) and last_message_id > buyer_seen)
    + (select count(*) from threads where seller_id = $1 and last_message_id > seller_seen) as unread`);

const FOR_OFFICE = `t.last_message_id > 0 and t.last_message_id < coalesce($1, 9223372036854775807)`;
const WAITS_FOR_OFFICE = `(t.needs_office is not null or t.waits_for = 'office')`;
/** Words of a name. */
const MATCHES = `($2::text is null or strpos(lower(coalesce(b.name, t.guest_name, '')), lower($2)) > 0
  or strpos(lower(coalesce(s.name, '')), lower($2)) > 0)`;
const listedForOffice = (which: string) =>
  statement(`select ${COLUMNS} from ${FROM} where ${FOR_OFFICE} and ${which} order by t.last_message_id desc limit $3`);
const OPEN = listedForOffice(`${MATCHES} and ${WAITS_FOR_OFFICE}`);
const MINE = listedForOffice(`${MATCHES} and t.assigned_to = $4`);
const ALL = listedForOffice(MATCHES);
const BY_NUMBER = listedForOffice('t.number = $2');
const BY_EMAIL = listedForOffice(`t.id in (
  select id from threads where guest_key = $2
  union all select t.id from users u join threads t on t.buyer_id = u.id where u.email_key = $2
  union all select t.id from users u join threads t on t.seller_id = u.id where u.email_key = $2)`);

/** Returns threads for the office: those that need it, those assigned to a person, or all. A number or an email address finds all of its threads. */
export function threadsForOffice(
  db: Queryable,
  { filter, search, before }: { filter: 'open' | 'mine' | 'all'; search: string | null; before: number | null },
  adminId: number,
  limit: number,
): Promise<Thread[]> {
  const number = search?.toUpperCase() ?? '';
  if (isThreadNumber(number)) return rowsOf(db, BY_NUMBER, [before, number, limit]);
  if (search && isEmailAddress(search)) return rowsOf(db, BY_EMAIL, [before, emailKey(search), limit]);
  const values = [before, search, limit];
  if (filter === 'mine') return rowsOf(db, MINE, [...values, adminId]);
  return rowsOf(db, filter === 'open' ? OPEN : ALL, values);
}

export const countForOffice = queryNumber(`
  select count(*) from threads t where t.last_message_id > 0 and ${WAITS_FOR_OFFICE}`);

/** Returns threads with unseen messages whose email is due. */
export const threadsToMail = queryColumn<number, [now: Date]>(`
  select id from threads
  where least(buyer_mail_at, seller_mail_at) <= $1 and ${isNotResting('thread emails', 'threads.id')}
  order by least(buyer_mail_at, seller_mail_at) limit 50`);

export const noteMailed = execute<[id: number, side: Party, upTo: number]>(`
  update threads
  set buyer_mail_at = case when $2 = 'buyer' then null else buyer_mail_at end,
    seller_mail_at = case when $2 = 'seller' then null else seller_mail_at end,
    buyer_mailed = case when $2 = 'buyer' then $3 else buyer_mailed end,
    seller_mailed = case when $2 = 'seller' then $3 else seller_mailed end
  where id = $1`);

/** Whether an email to a side is due. */
export const isMailDue = queryFirst<{ buyer: boolean; seller: boolean }, [id: number, now: Date]>(`
  select coalesce(buyer_mail_at <= $2, false) as buyer, coalesce(seller_mail_at <= $2, false) as seller from threads where id = $1`);

/** Returns threads whose seller has not answered in time. */
export const threadsToNudge = queryColumn<number, [now: Date]>(`
  select id from threads where nudge_at <= $1 and ${isNotResting('silent sellers', 'threads.id')} order by nudge_at limit 50`);

export const noteNudged = execute<[id: number, nudgeAt: Date | null]>(
  'update threads set nudges = least(nudges + 1, 2), nudge_at = $2 where id = $1',
);

/** Deletes conversations about no order whose last message is older than `afterS` seconds. */
export const deleteOldThreads = execute<[afterS: number]>(`
  delete from threads t where order_id is null and created_at < now() - make_interval(secs => $1)
    and not exists (select from thread_messages m where m.thread_id = t.id and m.at >= now() - make_interval(secs => $1))`);
