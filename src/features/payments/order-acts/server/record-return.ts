import type pg from 'pg';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings, lockForCheckout, setCheckoutStatus } from '#features/catalog/server/api.ts';
import { actingAdmin, audit, done, mailAddressOf, type Outcome } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { askOrder } from './ask-order.ts';
import { insertReturn, isReturnAwaited } from './return-store.ts';

export type ReturnDeps = { pool: pg.Pool; clock: Clock; siteOrigin: string };

const LOCK = statement('select id from orders where id = $1 for update');

/**
 * Records the return of a car of an ended order, which releases refunds and lets the seller list it again. Emails buyer and seller. Throws unless
 * the return is awaited.
 */
export function recordReturn(
  { pool, clock, siteOrigin }: ReturnDeps,
  admin: SignedInAdmin,
  orderId: number,
  { listingId, note }: { listingId: number; note: string },
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const car = await lockForCheckout(db, listingId);
    if ((await rowsOf(db, LOCK, [orderId])).length === 0)
      throw new AppError('not_found', 'no such order', { messageKey: 'orders.notFound' });
    const { life } = await askOrder(db, orderId, 'take_back', { now: clock.now(), listingId });
    await insertReturn(db, orderId, listingId, { adminId: admin.id, note });
    // The car of a completed order stays sold until its seller lists it again.
    if (life === 'cancelled' && car?.status === 'sold') await setCheckoutStatus(db, listingId, 'paused');
    await mailReturn(db, siteOrigin, orderId, listingId);
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'car returned',
      subject: { kind: 'order', id: orderId },
      details: { listing: listingId, note },
    });
    return done('acts.return.recorded');
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
