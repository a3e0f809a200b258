import type pg from 'pg';
import { z } from 'zod';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings, setCheckoutStatus } from '#features/catalog/server/api.ts';
import {
  type ApprovalKind,
  actingAdmin,
  audit,
  done,
  mailAddressOf,
  type Outcome,
  propose,
} from '#features/people/server/api.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { answerOf, askOrder, refusal } from './ask-order.ts';
import { endReducedSale, lockSale, type SaleDeps } from './end-sale.ts';
import { insertReturn, isReturnAwaited } from './return-store.ts';

export type ReturnDeps = SaleDeps & { pool: pg.Pool };

const carReturn = z.object({ order: z.int(), car: z.int(), name: z.string(), note: z.string() });
type CarReturn = z.output<typeof carReturn>;

/** Lets a second person approve that a car is back, which releases the refunds of its order. */
export function returnApproval(deps: SaleDeps): ApprovalKind {
  return {
    kind: 'car return',
    permission: 'payments:write',
    summary(payload, t) {
      const { order, name, note } = carReturn.parse(payload);
      return t('acts.return.approval', { number: deps.numberOf(order), car: name, note });
    },
    async execute(db, payload, { proposerId, approverId, origin }) {
      await recordNow(db, deps, carReturn.parse(payload), { adminId: proposerId, approvedBy: approverId }, origin);
    },
  };
}

/**
 * Records the return of a car, which releases refunds and lets the seller list it again. An order that went on after a claim ends with it. Emails buyer
 * and seller. Proposes it to a second person if refunds wait for it. Throws unless the return is awaited.
 */
export function recordReturn(
  { pool, ...deps }: ReturnDeps,
  admin: Pick<SignedInAdmin, 'id'>,
  orderId: number,
  { listingId, note }: { listingId: number; note: string },
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    await lockSale(db, deps, orderId, listingId);
    const { facts, answer } = await answerOf(db, orderId, 'take_back', deps.clock.now(), listingId);
    if (answer.may === 'no') throw refusal('take_back', answer.why, facts);
    const card = (await carsOfBookings(db, [listingId])).get(listingId);
    const back = { order: orderId, car: listingId, name: card ? listingName(card) : '', note };
    if (answer.may === 'second') return propose(db, returnApproval(deps), back, admin, origin);
    await recordNow(db, deps, back, { adminId: admin.id, approvedBy: null }, origin);
    return done('acts.return.recorded');
  });
}

type By = { adminId: number; approvedBy: number | null };

async function recordNow(
  db: Queryable,
  deps: SaleDeps,
  { order: orderId, car: listingId, note }: CarReturn,
  by: By,
  origin: Origin,
): Promise<void> {
  const locked = await lockSale(db, deps, orderId, listingId);
  const asked = { now: deps.clock.now(), listingId, isApproved: by.approvedBy !== null };
  const { life } = await askOrder(db, orderId, 'take_back', asked);
  await insertReturn(db, orderId, listingId, { ...by, note });
  // The car of a completed order stays sold until its seller lists it again.
  if (life === 'cancelled' && locked.car?.status === 'sold') await setCheckoutStatus(db, listingId, 'paused');
  await mailCarNews(db, deps.siteOrigin, orderId, listingId, {
    subject: 'mail.return',
    buyer: (await isReturnAwaited(db, orderId)) ? 'mail.return.others' : 'mail.return.buyer',
    seller: 'mail.return.seller',
  });
  await endReducedSale(db, deps, orderId, locked, by.adminId);
  await audit(db, origin, {
    actor: actingAdmin(by.adminId),
    action: 'car returned',
    subject: { kind: 'order', id: orderId },
    details: { listing: listingId, note, ...(by.approvedBy !== null && { approvedBy: by.approvedBy }) },
  });
}

const PEOPLE = statement(`
  select o.user_id as buyer, c.seller_id as seller from orders o join order_cars c on c.order_id = o.id
  where o.id = $1 and c.listing_id = $2`);

type CarNews = { subject: 'mail.return' | 'mail.loss'; buyer: MessageKey; seller: MessageKey };

/** Emails buyer and seller that a car is back or lost. */
export async function mailCarNews(
  db: Queryable,
  siteOrigin: string,
  orderId: number,
  listingId: number,
  news: CarNews,
): Promise<void> {
  const [people] = await rowsOf<{ buyer: number; seller: number }>(db, PEOPLE, [orderId, listingId]);
  const card = (await carsOfBookings(db, [listingId])).get(listingId);
  if (!people || !card) return;
  const t = recipientTranslator();
  const subject = t(news.subject, { car: listingName(card) });
  for (const [id, text] of [
    [people.buyer, t(news.buyer)],
    [people.seller, t(news.seller)],
  ] as const) {
    const person = await mailAddressOf(db, id);
    if (!person) continue;
    const content = {
      title: subject,
      paragraphs: [t('mail.greeting', { name: person.name }), text],
      action: { label: t('mail.seller.toOrder'), url: siteOrigin + paths.order.replace(':id', String(orderId)) },
      footer: t('mail.footer'),
    };
    await queueMail(db, { to: person.email, subject, ...composeMail(content, t) });
  }
}
