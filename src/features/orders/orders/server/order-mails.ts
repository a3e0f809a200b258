import { lotName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings } from '#features/catalog/server/api.ts';
import { claimDaysOf, claimDaysText } from '#features/payments/order-acts/model/claim-days.ts';
import { factsOfOrders, refundByTransferTexts } from '#features/payments/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { AttachmentReference } from '#lib/server/mail/mail.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { askedCents, type Order, type OrderCar, orderNumber } from '../model/order.ts';
import { carsOfOrders, contactOfOrder, findOrder, findOrderHold, surplusReturned } from './order-store.ts';
import { planOfOrder } from './plan-store.ts';

type MailDeps = { siteOrigin: string };
type Facts = { t: Translator; order: Order; until: Date; timeZone: string; depositCents: number; missingCents: number };

/**
 * Emails the buyer of a held order about its hold. Attaches the newest pro-forma invoice while the hold lasts, but not with `renewed`: we
 * never email a changed account.
 */
export async function mailHold(
  db: Queryable,
  deps: MailDeps,
  orderId: number,
  what: 'made' | 'changed' | 'renewed' | 'revived' | 'ending' | 'lapsed' | 'canceled',
): Promise<void> {
  const facts = await factsOf(db, orderId);
  if (!facts) return;
  const { t, order, depositCents, missingCents } = facts;
  const values = { amount: t.cents(depositCents), reference: order.reference };
  const until = t('mail.transfer.until', { time: untilText(facts) });
  const refund = { userId: order.userId, cents: order.receivedCents };
  const back = await refundByTransferTexts(db, t, deps.siteOrigin, refund);
  const paragraphs = {
    made: [t('mail.transfer.made.pay', values), until, t('mail.transfer.made.check'), t('mail.transfer.made.rule')],
    changed: [
      t('mail.transfer.made.pay', values),
      until,
      t('mail.transfer.changed.earlier'),
      t('mail.transfer.made.check'),
    ],
    renewed: [t('mail.transfer.renewed.look'), until, t('mail.account.sent')],
    revived: [t('mail.transfer.made.pay', values), until, t('mail.transfer.made.check')],
    ending: [
      t('mail.transfer.ending.pay', { ...values, amount: t.cents(missingCents) }),
      until,
      t('mail.transfer.ending.sent'),
    ],
    lapsed: order.receivedCents > 0 ? back : [t('mail.transfer.late')],
    canceled: order.receivedCents > 0 ? back : [],
  }[what];
  const attachment =
    what === 'made' || what === 'changed' || what === 'revived' || what === 'ending'
      ? { kind: 'pro_forma', id: orderId, locale: t.locale }
      : undefined;
  await send(db, deps, facts, `mail.transfer.${what}`, paragraphs, attachment);
}

/** Emails the buyer that the account on an open invoice will change, or with null that the change was canceled. */
export async function mailAccountChange(
  db: Queryable,
  deps: MailDeps,
  orderId: number,
  change: { number: string; accountEnd: string; effectiveAt: Date } | null,
): Promise<void> {
  const facts = await factsOf(db, orderId);
  if (!facts) return;
  const { t } = facts;
  const paragraphs = change
    ? [
        t('mail.account.changes.when', { time: t.utcTime(change.effectiveAt), end: change.accountEnd }),
        t('mail.account.look'),
        t('mail.account.sent'),
      ]
    : [t('mail.account.look')];
  await send(db, deps, facts, change ? 'mail.account.changes' : 'mail.account.stays', paragraphs);
}

/** Emails the buyer that money arrived, and what is missing or exceeds the cost. */
export async function mailTransferReceived(
  db: Queryable,
  deps: MailDeps,
  orderId: number,
  {
    outcome,
    cents,
    surplusCents,
    receivedAt,
  }: { outcome: 'part' | 'paid' | 'booked' | 'returned'; cents: number; surplusCents: number; receivedAt: Date },
): Promise<void> {
  const facts = await factsOf(db, orderId);
  if (!facts) return;
  const { t, order, missingCents } = facts;
  const paragraphs = {
    part: [
      t('mail.transfer.part.missing', { amount: t.cents(missingCents), reference: order.reference }),
      t('mail.transfer.until', { time: untilText(facts) }),
    ],
    booked: [await openText(db, order, t)],
    paid: [await openText(db, order, t)],
    returned: await refundByTransferTexts(db, t, deps.siteOrigin, { userId: order.userId, cents }),
  }[outcome];
  const all = [
    t('mail.transfer.received', { amount: t.cents(cents) }),
    ...paragraphs,
    ...(surplusCents > 0 && outcome !== 'returned'
      ? [t('mail.transfer.surplus', { amount: t.cents(surplusCents) })]
      : []),
  ];
  // A hold ends at midnight, and the bank's booking date has no time.
  const isInTime = outcome === 'returned' && receivedAt < facts.until && (await hasLapsed(db, orderId));
  await send(db, deps, facts, isInTime ? 'mail.transfer.returnedInTime' : `mail.transfer.${outcome}`, all);
}

/** Emails the buyer that a surplus was moved to another order, about which another email is sent. */
export async function mailMoneyMoved(
  db: Queryable,
  deps: MailDeps,
  orderId: number,
  { cents, to }: { cents: number; to: string },
): Promise<void> {
  const facts = await factsOf(db, orderId);
  if (!facts) return;
  const paragraphs = [facts.t('mail.transfer.moved.amount', { amount: facts.t.cents(cents), to })];
  await send(db, deps, facts, 'mail.transfer.moved', paragraphs);
}

async function hasLapsed(db: Queryable, orderId: number): Promise<boolean> {
  return (await factsOfOrders(db, [orderId])).get(orderId)?.isLapsed ?? false;
}

/** Returns the open amount with its due day, or that everything is paid. */
async function openText(db: Queryable, order: Order, t: Translator): Promise<string> {
  const open = askedCents(order);
  const next = (await planOfOrder(db, order.id)).find(({ amountCents, paidCents }) => paidCents < amountCents);
  if (open > 0) return t('mail.transfer.open', { amount: t.cents(open), day: next ? t.utcDay(next.dueAt) : '' });
  return t(order.life === 'active' ? 'mail.transfer.allPaid' : 'mail.order.nothingOpen');
}

async function factsOf(db: Queryable, orderId: number): Promise<Facts | null> {
  const [order, hold] = [await findOrder(db, orderId), await findOrderHold(db, orderId)];
  if (!order) return null;
  const deposit = (await planOfOrder(db, orderId)).find(({ kind }) => kind === 'deposit');
  return {
    t: recipientTranslator(),
    order,
    until: hold?.until ?? order.createdAt,
    timeZone: hold?.timeZone ?? 'UTC',
    depositCents: deposit?.amountCents ?? 0,
    missingCents: (deposit?.amountCents ?? 0) - (deposit?.paidCents ?? 0),
  };
}

/** Returns the time in the bank's zone and in UTC, because the buyer's zone is unknown; once if both are equal. */
function untilText({ t, until, timeZone }: Facts): string {
  const [bank, utc] = [t.localTime(until, timeZone), t.utcTime(until)];
  return bank === t.localTime(until, 'UTC') ? utc : t('mail.transfer.times', { bank, utc });
}

/**
 * Emails the buyer that a payment of a booked order arrived, and what is open. Transfers have another email. `receipt`: for money taken in
 * person.
 */
export async function mailItemPaid(
  db: Queryable,
  deps: MailDeps,
  orderId: number,
  cents: number,
  receipt?: AttachmentReference,
): Promise<void> {
  const facts = await factsOf(db, orderId);
  if (!facts) return;
  const { t, order } = facts;
  const paragraphs = [t('mail.order.paid.amount', { amount: t.cents(cents) }), await openText(db, order, t)];
  await send(db, deps, facts, 'mail.order.paid', paragraphs, receipt);
}

/**
 * Emails the buyer that a transfer was matched by mistake, so its amount is open again. `tellsSellers`: it had booked the cars, which stay
 * booked.
 */
export async function mailMatchUndone(
  db: Queryable,
  deps: MailDeps,
  orderId: number,
  { cents, tellsSellers }: { cents: number; tellsSellers: boolean },
): Promise<void> {
  const facts = await factsOf(db, orderId);
  if (!facts) return;
  const { t, order } = facts;
  const again =
    order.life === 'held' ? t('mail.transfer.until', { time: untilText(facts) }) : await openText(db, order, t);
  const paragraphs = [t('mail.transfer.undone.sorry', { amount: t.cents(cents), reference: order.reference }), again];
  await send(db, deps, facts, 'mail.transfer.undone', paragraphs);
  if (tellsSellers) await sendToSellers(db, deps, order, await carsOf(db, orderId), 'mail.seller.undone');
}

/** Emails the seller of a car that its buyer took it out of an order. */
export async function mailTakenOut(db: Queryable, deps: MailDeps, order: Order, car: OrderCar): Promise<void> {
  await sendToSellers(db, deps, order, [car], 'mail.seller.takenOut');
}

/** Emails the buyer that an order is complete, with the end of the days for claims and any refund. */
export async function mailCompleted(db: Queryable, deps: MailDeps, { id }: Order, now: Date): Promise<void> {
  const facts = await factsOf(db, id);
  if (!facts) return;
  const { t, order } = facts;
  const acts = (await factsOfOrders(db, [id])).get(id);
  const days = acts ? claimDaysOf(acts, now) : null;
  const claims = order.offer === 'Sell' && days ? claimDaysText(t, days, order.terms.claimDays, now) : null;
  const surplusCents = await surplusReturned(db, id);
  const paragraphs = [
    ...(claims === null ? [] : [claims]),
    ...(surplusCents > 0 ? [t('mail.order.completed.surplus', { amount: t.cents(surplusCents) })] : []),
  ];
  await send(db, deps, facts, 'mail.order.completed', paragraphs);
}

/** Emails a renter the receipt of a security deposit that was taken or returned. */
export async function mailSecurity(
  db: Queryable,
  deps: MailDeps,
  orderId: number,
  { kind, cents }: { kind: 'taken' | 'returned'; cents: number },
  receipt: AttachmentReference,
): Promise<void> {
  const facts = await factsOf(db, orderId);
  if (!facts) return;
  const paragraphs = [facts.t(`mail.security.${kind}.amount`, { amount: facts.t.cents(cents) })];
  await send(db, deps, facts, `mail.security.${kind}`, paragraphs, receipt);
}

/** Emails the buyer that staff returned money that was taken in person. */
export async function mailCashReturned(
  db: Queryable,
  deps: MailDeps,
  orderId: number,
  { cents, method }: { cents: number; method: 'cash' | 'transfer' },
  receipt: AttachmentReference,
): Promise<void> {
  const facts = await factsOf(db, orderId);
  if (!facts) return;
  const paragraphs = [facts.t(`mail.cash.returned.${method}`, { amount: facts.t.cents(cents) })];
  await send(db, deps, facts, 'mail.cash.returned', paragraphs, receipt);
}

async function sendToSellers(
  db: Queryable,
  { siteOrigin }: MailDeps,
  { id }: Order,
  cars: OrderCar[],
  what: 'mail.seller.undone' | 'mail.seller.takenOut',
): Promise<void> {
  const t = recipientTranslator();
  for (const [sellerId, own] of Map.groupBy(cars, (car) => car.sellerId)) {
    const seller = await mailAddressOf(db, sellerId);
    if (!seller) continue;
    const title = t(what, { car: await nameOf(db, own, t) });
    const content = {
      title,
      paragraphs: [t('mail.greeting', { name: seller.name }), t(`${what}.text`, { number: orderNumber(id) })],
      action: { label: t('mail.seller.toOrder'), url: siteOrigin + paths.order.replace(':id', String(id)) },
      footer: t('mail.footer'),
    };
    await queueMail(db, { to: seller.email, subject: title, ...composeMail(content, t) });
  }
}

const carsOf = async (db: Queryable, orderId: number) => (await carsOfOrders(db, [orderId])).get(orderId) ?? [];

async function nameOf(db: Queryable, cars: OrderCar[], t: Translator): Promise<string> {
  const ids = cars.map(({ listingId }) => listingId);
  return lotName([...(await carsOfBookings(db, ids)).values()], t);
}

type What =
  | `mail.order.${'paid' | 'completed'}`
  | `mail.security.${'taken' | 'returned'}`
  | 'mail.cash.returned'
  | `mail.account.${'changes' | 'stays'}`
  | `mail.transfer.${'made' | 'changed' | 'renewed' | 'revived' | 'ending' | 'lapsed' | 'canceled'}`
  | `mail.transfer.${'part' | 'paid' | 'booked' | 'moved' | 'undone' | 'returned' | 'returnedInTime'}`;

/** No-op if the account was closed, because closing erases the address. */
async function send(
  db: Queryable,
  { siteOrigin }: MailDeps,
  { t, order }: Facts,
  what: What,
  paragraphs: string[],
  attachment?: AttachmentReference,
): Promise<void> {
  const to = await contactOfOrder(db, order.id);
  if (to === '') return;
  const car = await nameOf(db, await carsOf(db, order.id), t);
  const buyer = await mailAddressOf(db, order.userId);
  const title = t(what, { car });
  const content = {
    title,
    paragraphs: [
      ...(buyer ? [t('mail.greeting', { name: buyer.name })] : []),
      t(`${what}.text`, { car }),
      ...paragraphs,
    ],
    action: { label: t('mail.transfer.see'), url: siteOrigin + paths.order.replace(':id', String(order.id)) },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to, subject: title, ...composeMail(content, t), ...(attachment && { attachment }) });
}
