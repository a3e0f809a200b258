import { type ListingCard, listingName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings } from '#features/catalog/server/api.ts';
import { publicName } from '#features/people/accounts/model/public-name.ts';
import { href } from '#lib/api-client/api-call.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { threadCalls } from '../../conversations-calls.ts';
import { officeThreadCalls } from '../../office-calls.ts';
import { mayWrite, THREAD_SIDES, type ThreadSide } from '../model/thread.ts';
import type {
  ListQuery,
  MessageResponse,
  OfficeListQuery,
  OfficeThreadList,
  OfficeThreadResponse,
  OfficeThreadSummary,
  ThreadList,
  ThreadResponse,
  ThreadSummary,
} from '../model/thread-contract.ts';
import { type Message, messagesById, messagesOfThread, unreadOf } from './message-store.ts';
import { hasHeld } from './start-thread.ts';
import { nameOfAuthor } from './thread-mails.ts';
import { provedKeys, type Reader } from './thread-rights.ts';
import {
  countForOffice,
  countUnread,
  noteSeen,
  openReports,
  type Thread,
  threadsForOffice,
  threadsOfUser,
} from './thread-store.ts';
import type { ThreadDeps } from './write-message.ts';

const PAGE_SIZE = 25;
const MESSAGES = 100;

type ReadDeps = Pick<ThreadDeps, 'pool' | 'numberOf'>;

/** Returns a page of the threads of a user, those with the newest messages first. Without a role: as buyer, or as seller if there are none. */
export async function readMyThreads(
  deps: ReadDeps,
  userId: number,
  query: ListQuery,
  t: Translator,
): Promise<ThreadList> {
  const { pool } = deps;
  const { role = 'buyer', filter = 'all', listing_id: listingId = null, before = null } = query;
  const keys = await provedKeys(pool, userId);
  const found = await threadsOfUser(pool, userId, keys, { role, filter, listingId, before }, PAGE_SIZE + 1);
  const page = found.slice(0, PAGE_SIZE);
  const items = await summariesOf(deps, page, role, t);
  return { items, next: nextAfter(found, page), unread: await countUnread(pool, userId, keys) };
}

const nextAfter = (found: Thread[], page: Thread[]) =>
  found.length > page.length ? (page.at(-1)?.lastMessageId ?? null) : null;

/** Returns a thread with its newest messages, and notes that the reader has seen them. */
export async function readThread(
  deps: ReadDeps,
  thread: Thread,
  reader: Reader,
  before: number | null,
  t: Translator,
  token?: string,
): Promise<ThreadResponse> {
  const { pool } = deps;
  const [summary] = await summariesOf(deps, [thread], reader.side, t);
  const reports = await openReports(pool, thread.id);
  const ofParty = { side: reader.side, showHeld: reader.userId === null, token };
  const shown = await shownMessages(pool, thread, ofParty, before, t);
  if (before === null) await noteSeen(pool, thread.id, reader.side, thread.lastMessageId);
  return {
    ...summary!,
    ...shown,
    blocked_by: thread.blockedBy,
    reported: reports.some(({ side }) => side === reader.side),
    may: {
      write: mayWrite(reader.side, thread.blockedBy),
      block: thread.blockedBy === null,
      unblock: thread.blockedBy === reader.side,
      report: true,
    },
    confirm: await hasHeld(pool, thread, reader),
    seen: seenBy(thread, reader.side),
  };
}

const SEEN = { buyer: 'buyerSeen', seller: 'sellerSeen', office: 'officeSeen' } as const;

/** How far the other sides have read. What the office has read is not shown to parties. */
function seenBy(thread: Thread, side: ThreadSide): ThreadResponse['seen'] {
  return THREAD_SIDES.filter((other) => other !== side && (side === 'office' || other !== 'office')).map((other) => ({
    side: other,
    up_to: thread[SEEN[other]],
  }));
}

type Viewer = { side: ThreadSide; showHeld: boolean; token?: string | undefined };

async function shownMessages(db: Queryable, thread: Thread, viewer: Viewer, before: number | null, t: Translator) {
  const found = await messagesOfThread(db, thread.id, before, viewer.showHeld, MESSAGES + 1);
  const page = found.slice(0, MESSAGES);
  return {
    messages: page.reverse().map((message) => messageResponse(thread, message, viewer, t)),
    earlier: found.length > MESSAGES ? (page[0]?.id ?? null) : null,
  };
}

function messageResponse(thread: Thread, message: Message, { side, token }: Viewer, t: Translator): MessageResponse {
  const { id, body, language, phrase, phraseValue, flags, held, at, files } = message;
  return {
    id,
    side: message.side,
    by: side === 'office' ? (message.author ?? nameOfAuthor(t, thread, message)) : nameOfAuthor(t, thread, message),
    mine: message.side === side,
    text: body,
    language,
    phrase,
    phrase_value: phraseValue,
    flags,
    held,
    at: at.toISOString(),
    files: files.map((format, position) => {
      const params = { number: thread.number, message: id, position: String(position) };
      const url =
        side === 'office'
          ? href(officeThreadCalls.file, { params })
          : href(threadCalls.file, { params, query: { token } });
      return { format, url };
    }),
  };
}

async function summariesOf(
  { pool, numberOf }: ReadDeps,
  threads: Thread[],
  side: ThreadSide,
  t: Translator,
): Promise<ThreadSummary[]> {
  if (threads.length === 0) return [];
  const cars = await carsOfBookings(
    pool,
    threads.flatMap(({ listingId }) => listingId ?? []),
  );
  const last = await messagesById(
    pool,
    threads.map(({ lastMessageId }) => lastMessageId),
  );
  const unread = await unreadOf(
    pool,
    threads.map((thread) => ({ id: thread.id, seen: thread[SEEN[side]] })),
    side,
  );
  return threads.map((thread) => {
    const car = thread.listingId === null ? undefined : cars.get(thread.listingId);
    const message = last.get(thread.id);
    return {
      number: thread.number,
      role: side,
      car: car ? carOf(car) : null,
      order: thread.orderId === null ? null : { id: thread.orderId, number: numberOf(thread.orderId) },
      with: othersOf(thread, side, t),
      last: message
        ? {
            side: message.side,
            text: message.body,
            phrase: message.phrase,
            phrase_value: message.phraseValue,
            at: message.at.toISOString(),
          }
        : null,
      unread: unread.get(thread.id) ?? 0,
      waits_for: thread.waitsFor,
      waits_since: thread.waitsSince?.toISOString() ?? null,
    };
  });
}

const carOf = (car: ListingCard): NonNullable<ThreadSummary['car']> => ({
  listing_id: car.id,
  name: listingName(car),
  make: car.make,
  model: car.model,
  offer: car.offer,
  status: car.status,
  picture: car.imageKeys[0] ?? null,
});

/** The other sides with the names that a side may see: parties see public names, the office full ones. */
function othersOf(thread: Thread, side: ThreadSide, t: Translator): ThreadSummary['with'] {
  const name = (of: 'buyer' | 'seller') => {
    const full = of === 'buyer' ? thread.buyerName : thread.sellerName;
    if (full === null) return t(`threads.side.${of}`);
    return side === 'office' ? full : publicName(full);
  };
  const others: ThreadSummary['with'] = [];
  if (side !== 'buyer') others.push({ side: 'buyer', name: name('buyer') });
  if (side !== 'seller' && thread.sellerId !== null) others.push({ side: 'seller', name: name('seller') });
  if (side !== 'office' && thread.sellerId === null) others.push({ side: 'office', name: t('threads.side.office') });
  return others;
}

/** Returns a page of threads for the office. */
export async function readOfficeThreads(
  deps: ReadDeps,
  adminId: number,
  { filter = 'open', search, before }: OfficeListQuery,
  t: Translator,
): Promise<OfficeThreadList> {
  const asked = { filter, search: search || null, before: before ?? null };
  const found = await threadsForOffice(deps.pool, asked, adminId, PAGE_SIZE + 1);
  const page = found.slice(0, PAGE_SIZE);
  const summaries = await summariesOf(deps, page, 'office', t);
  const items = summaries.map((summary, at) => ({ ...summary, ...officeFacts(page[at]!, adminId) }));
  return { items, next: nextAfter(found, page), open: await countForOffice(deps.pool) };
}

const officeFacts = (
  { needsOffice, assignedTo, assignedName }: Thread,
  adminId: number,
): Pick<OfficeThreadSummary, 'needs_office' | 'assigned_to' | 'assigned_to_me'> => ({
  needs_office: needsOffice,
  assigned_to: assignedName,
  assigned_to_me: assignedTo === adminId,
});

/** Returns a thread for the office, with what was reported. */
export async function readOfficeThread(
  deps: ReadDeps,
  thread: Thread,
  adminId: number,
  before: number | null,
  t: Translator,
): Promise<OfficeThreadResponse> {
  const { pool } = deps;
  const [summary] = await summariesOf(deps, [thread], 'office', t);
  const reports = await openReports(pool, thread.id);
  const shown = await shownMessages(pool, thread, { side: 'office', showHeld: false }, before, t);
  if (before === null) await noteSeen(pool, thread.id, 'office', thread.lastMessageId);
  return {
    ...summary!,
    ...shown,
    ...officeFacts(thread, adminId),
    blocked_by: thread.blockedBy,
    reported: false,
    may: { write: true, block: thread.blockedBy === null, unblock: thread.blockedBy !== null, report: false },
    confirm: false,
    seen: seenBy(thread, 'office'),
    reports: reports.map(({ side, reason, body, at }) => ({ side, reason, text: body, at: at.toISOString() })),
  };
}
