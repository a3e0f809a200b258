import { listingName } from '#features/catalog/listings/model/listing-name.ts';
import { carsOfBookings } from '#features/catalog/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';
import { isReturnAwaited } from './return-store.ts';

const PEOPLE = statement(`
  select o.user_id as buyer, c.seller_id as seller from orders o join order_cars c on c.order_id = o.id
  where o.id = $1 and c.listing_id = $2`);

/** Emails the buyer and the seller that a car of an undone order is back, and what that means for each of them. */
export async function mailReturn(db: Queryable, siteOrigin: string, orderId: number, listingId: number): Promise<void> {
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
