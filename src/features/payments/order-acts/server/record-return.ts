import type pg from 'pg';
import { z } from 'zod';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings, lockForCheckout, setCheckoutStatus } from '#features/catalog/server/api.ts';
import {
  type ApprovalKind,
  actingAdmin,
  audit,
  done,
  mailAddressOf,
  type Outcome,
  propose,
} from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { answerOf, askOrder, refusal } from './ask-order.ts';
import { insertReturn, isReturnAwaited } from './return-store.ts';

export type ReturnDeps = {
  pool: pg.Pool;
  clock: Clock;
  siteOrigin: string;
  /** The number of an order as staff see it, which a later area defines. */
  numberOf(orderId: number): string;
};

const LOCK = statement('select id from orders where id = $1 for update');

const carReturn = z.object({ order: z.int(), car: z.int(), name: z.string(), note: z.string() });
type CarReturn = z.output<typeof carReturn>;

/** Lets a second person approve that a car is back, which releases the refunds of its order. */
export function returnApproval(deps: Omit<ReturnDeps, 'pool'>): ApprovalKind {
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
 * Records the return of a car of an ended order, which releases refunds and lets the seller list it again. Emails buyer and seller. Proposes it to a
 * second person if refunds wait for it. Throws unless the return is awaited.
 */
export function recordReturn(
  deps: ReturnDeps,
  admin: Pick<SignedInAdmin, 'id'>,
  orderId: number,
  { listingId, note }: { listingId: number; note: string },
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(deps.pool, async (db) => {
    await lockCarAndOrder(db, orderId, listingId);
    const { facts, answer } = await answerOf(db, orderId, 'take_back', deps.clock.now(), listingId);
    if (answer.may === 'no') throw refusal('take_back', answer.why, facts);
    const card = (await carsOfBookings(db, [listingId])).get(listingId);
    const back = { order: orderId, car: listingId, name: card ? listingName(card) : '', note };
    if (answer.may === 'second') return propose(db, returnApproval(deps), back, admin, origin);
    await recordNow(db, deps, back, { adminId: admin.id, approvedBy: null }, origin);
    return done('acts.return.recorded');
  });
}

async function lockCarAndOrder(db: Queryable, orderId: number, listingId: number) {
  const car = await lockForCheckout(db, listingId);
  if ((await rowsOf(db, LOCK, [orderId])).length === 0)
    throw new AppError('not_found', 'no such order', { messageKey: 'orders.notFound' });
  return car;
}

type By = { adminId: number; approvedBy: number | null };

async function recordNow(
  db: Queryable,
  { clock, siteOrigin }: Omit<ReturnDeps, 'pool'>,
  { order: orderId, car: listingId, note }: CarReturn,
  by: By,
  origin: Origin,
): Promise<void> {
  const car = await lockCarAndOrder(db, orderId, listingId);
  const asked = { now: clock.now(), listingId, isApproved: by.approvedBy !== null };
  const { life } = await askOrder(db, orderId, 'take_back', asked);
  await insertReturn(db, orderId, listingId, { ...by, note });
  // The car of a completed order stays sold until its seller lists it again.
  if (life === 'cancelled' && car?.status === 'sold') await setCheckoutStatus(db, listingId, 'paused');
  await mailReturn(db, siteOrigin, orderId, listingId);
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

/** Emails buyer and seller that the car of an ended order is back. */
async function mailReturn(db: Queryable, siteOrigin: string, orderId: number, listingId: number): Promise<void> {
  const [people] = await rowsOf<{ buyer: number; seller: number }>(db, PEOPLE, [orderId, listingId]);
  const card = (await carsOfBookings(db, [listingId])).get(listingId);
  if (!people || !card) return;
  const t = recipientTranslator();
  const subject = t('mail.return', { car: listingName(card) });
  const refund = t((await isReturnAwaited(db, orderId)) ? 'mail.return.others' : 'mail.return.buyer');
  for (const [id, text] of [
    [people.buyer, refund],
    [people.seller, t('mail.return.seller')],
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
