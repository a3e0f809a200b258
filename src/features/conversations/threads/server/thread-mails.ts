import { EVERYTHING, writeExplore } from '#features/catalog/listings/model/criteria/explore-query.ts';
import { type ListingCard, listingName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings } from '#features/catalog/server/api.ts';
import { publicName } from '#features/people/accounts/model/public-name.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { newSecretToken } from '#lib/server/session/secret-token.ts';
import { paths } from '#paths.ts';
import { chinesePhrase, phraseText } from '../model/phrase-text.ts';
import { nextNudge, type Party, threadPath } from '../model/thread.ts';
import { type Message, messagesFor } from './message-store.ts';
import {
  insertKey,
  isMailDue,
  lockThread,
  noteMailed,
  noteNudged,
  setNeedsOffice,
  type Thread,
  threadsToMail,
  threadsToNudge,
} from './thread-store.ts';
import type { ThreadDeps } from './write-message.ts';

type MailDeps = Pick<ThreadDeps, 'pool' | 'clock' | 'siteOrigin' | 'office' | 'numberOf'>;

/** Emails unseen messages, several of a thread as one. */
export async function mailThreads(deps: MailDeps, onError: (error: unknown) => void, run?: Run): Promise<void> {
  const { pool, clock } = deps;
  const next = () => threadsToMail(pool, clock.now());
  for (let due = await next(); due.length > 0 && !run?.stopping.aborted; due = await next())
    await workInTurn(due, { pool, queue: 'thread emails', work: (id) => mailThread(deps, id), onError, run });
}

async function mailThread(deps: MailDeps, id: number): Promise<void> {
  await withTransaction(deps.pool, async (db) => {
    const thread = await lockThread(db, id);
    const due = await isMailDue(db, id, deps.clock.now());
    if (due?.buyer) await mailParty(db, deps, thread, 'buyer');
    if (due?.seller) await mailParty(db, deps, thread, 'seller');
  });
}

async function mailParty(db: Queryable, deps: MailDeps, thread: Thread, side: Party): Promise<void> {
  const after =
    side === 'buyer'
      ? Math.max(thread.buyerSeen, thread.buyerMailed)
      : Math.max(thread.sellerSeen, thread.sellerMailed);
  const messages = await messagesFor(db, thread.id, after, side);
  await noteMailed(db, thread.id, side, thread.lastMessageId);
  const to = await recipientOf(db, thread, side);
  if (messages.length === 0 || !to) return;
  const t = recipientTranslator();
  const about = await aboutOf(db, deps, thread, t);
  const url = await urlFor(db, deps, thread, side);
  const content = {
    title: t('mail.thread.title', { count: messages.length, about }),
    paragraphs: [
      t('mail.greeting', { name: to.name }),
      ...messages.map((message) => said(t, thread, message)),
      t('mail.thread.safe'),
    ],
    action: { label: t('mail.thread.answer'), url },
    footer: t(to.isGuest ? 'mail.thread.guestFooter' : 'mail.thread.footer', { number: thread.number }),
  };
  await queueMail(db, { to: to.email, subject: subjectOf(t, thread, about), ...composeMail(content, t) });
}

/** Emails a guest the link that opens the thread and sends the question. */
export async function mailGuestLink(
  db: Queryable,
  deps: Pick<MailDeps, 'siteOrigin' | 'numberOf'>,
  thread: Thread,
  token: string,
): Promise<void> {
  if (thread.guestEmail === null) return;
  const t = recipientTranslator();
  const about = await aboutOf(db, deps, thread, t);
  const content = {
    title: t('mail.thread.confirm.title'),
    paragraphs: [
      t('mail.greeting', { name: thread.buyerName ?? '' }),
      t('mail.thread.confirm.text', { about }),
      t('mail.thread.confirm.key'),
    ],
    action: {
      label: t('mail.thread.confirm.open'),
      url: deps.siteOrigin + threadPath(thread.number, token),
    },
    footer: t('mail.footer.unknown'),
  };
  await queueMail(db, { to: thread.guestEmail, subject: subjectOf(t, thread, about), ...composeMail(content, t) });
}

type Recipient = { name: string; email: string; isGuest: boolean };

async function recipientOf(db: Queryable, thread: Thread, side: Party): Promise<Recipient | null> {
  const userId = side === 'buyer' ? thread.buyerId : thread.sellerId;
  const user = userId === null ? null : await mailAddressOf(db, userId);
  if (user) return { ...user, isGuest: false };
  const isGuest = side === 'buyer' && thread.guestEmail !== null;
  return isGuest ? { name: thread.buyerName ?? '', email: thread.guestEmail ?? '', isGuest } : null;
}

async function urlFor(
  db: Queryable,
  { siteOrigin }: Pick<MailDeps, 'siteOrigin'>,
  thread: Thread,
  side: Party,
): Promise<string> {
  if (side === 'seller' || thread.guestKey === null) return siteOrigin + threadPath(thread.number);
  const { token, hash } = newSecretToken();
  await insertKey(db, hash, thread.id, 0);
  return siteOrigin + threadPath(thread.number, token);
}

/** Names what a thread is about: the order, the car, or nothing in particular. */
async function aboutOf(
  db: Queryable,
  { numberOf }: Pick<MailDeps, 'numberOf'>,
  thread: Thread,
  t: Translator,
): Promise<string> {
  if (thread.orderId !== null) return t('threads.about.order', { number: numberOf(thread.orderId) });
  const car =
    thread.listingId === null ? undefined : (await carsOfBookings(db, [thread.listingId])).get(thread.listingId);
  return car ? listingName(car) : t('threads.about.office');
}

const subjectOf = (t: Translator, { number }: Thread, about: string) => t('mail.thread.subject', { number, about });

function said(t: Translator, thread: Thread, message: Message): string {
  const name = nameOfAuthor(t, thread, message);
  return t('mail.thread.said', { name, text: textOf(t, message) });
}

function textOf(t: Translator, { body, phrase, phraseValue, files }: Message): string {
  const parts = [
    ...(phrase ? [phraseText(t, phrase, phraseValue), chinesePhrase(phrase, phraseValue)] : []),
    ...(body ? [body] : []),
    ...(files.length > 0 ? [t('mail.thread.files', { count: files.length })] : []),
  ];
  return parts.join('\n');
}

/** The name under which the others see an author. */
export function nameOfAuthor(t: Translator, thread: Thread, { side }: Pick<Message, 'side'>): string {
  if (side === 'office') return t('threads.side.office');
  const name = side === 'buyer' ? thread.buyerName : thread.sellerName;
  return name === null ? t(`threads.side.${side}`) : publicName(name);
}

/** Reminds sellers who have not answered; later tells the office and the buyer. */
export async function nudgeSellers(deps: MailDeps, onError: (error: unknown) => void, run?: Run): Promise<void> {
  const { pool, clock } = deps;
  const next = () => threadsToNudge(pool, clock.now());
  for (let due = await next(); due.length > 0 && !run?.stopping.aborted; due = await next())
    await workInTurn(due, { pool, queue: 'silent sellers', work: (id) => nudge(deps, id), onError, run });
}

async function nudge(deps: MailDeps, id: number): Promise<void> {
  await withTransaction(deps.pool, async (db) => {
    const thread = await lockThread(db, id);
    if (thread.nudgeAt === null || thread.nudgeAt > deps.clock.now()) return;
    const { tell, nudgeAt } = nextNudge(thread);
    await noteNudged(db, id, nudgeAt);
    if (thread.waitsFor !== 'seller' || thread.blockedBy !== null) return;
    if (tell === 'seller') return remindSeller(db, deps, thread);
    await setNeedsOffice(db, id, 'silent');
    await tellOffice(db, deps, thread);
    await tellBuyer(db, deps, thread);
  });
}

async function remindSeller(db: Queryable, deps: MailDeps, thread: Thread): Promise<void> {
  const to = await recipientOf(db, thread, 'seller');
  if (!to) return;
  const t = recipientTranslator();
  const about = await aboutOf(db, deps, thread, t);
  const title = t('mail.thread.remind.title', { about });
  const content = {
    title,
    paragraphs: [t('mail.greeting', { name: to.name }), t('mail.thread.remind.text')],
    action: { label: t('mail.thread.answer'), url: deps.siteOrigin + threadPath(thread.number) },
    footer: t('mail.thread.footer', { number: thread.number }),
  };
  await queueMail(db, { to: to.email, subject: subjectOf(t, thread, title), ...composeMail(content, t) });
}

async function tellOffice(db: Queryable, deps: MailDeps, thread: Thread): Promise<void> {
  const t = recipientTranslator();
  const about = await aboutOf(db, deps, thread, t);
  const title = t('mail.thread.silent.title', { about });
  const content = {
    title,
    paragraphs: [t('mail.thread.silent.office', { seller: thread.sellerName ?? t('threads.side.seller') })],
    action: {
      label: t('mail.thread.toInbox'),
      url: `${deps.siteOrigin}${paths.adminMessages}?tab=conversations&view=${thread.number}`,
    },
    footer: t('mail.footer.office'),
  };
  await queueMail(db, { to: deps.office, subject: subjectOf(t, thread, title), ...composeMail(content, t) });
}

/** Apologizes for the seller's silence and shows similar cars. */
async function tellBuyer(db: Queryable, deps: MailDeps, thread: Thread): Promise<void> {
  const to = await recipientOf(db, thread, 'buyer');
  if (!to) return;
  const t = recipientTranslator();
  const about = await aboutOf(db, deps, thread, t);
  const car =
    thread.listingId === null ? undefined : (await carsOfBookings(db, [thread.listingId])).get(thread.listingId);
  const content = {
    title: t('mail.thread.silent.title', { about }),
    paragraphs: [t('mail.greeting', { name: to.name }), t('mail.thread.silent.buyer')],
    action: {
      label: t('mail.thread.silent.similar'),
      url: deps.siteOrigin + paths.explore + (car ? writeExplore({ ...EVERYTHING, ...similarTo(car) }) : ''),
    },
    footer: t(to.isGuest ? 'mail.thread.guestFooter' : 'mail.thread.footer', { number: thread.number }),
  };
  await queueMail(db, { to: to.email, subject: subjectOf(t, thread, about), ...composeMail(content, t) });
}

const similarTo = ({ offer, make }: ListingCard) => ({
  mode: offer === 'Rent' ? ('rent' as const) : ('buy' as const),
  make: [make],
});
