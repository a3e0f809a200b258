import { listingName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings } from '#features/catalog/server/api.ts';
import { type Order, orderNumber } from '#features/orders/orders/model/order.ts';
import { findOrder } from '#features/orders/server/api.ts';
import { claimDaysOf, claimDaysText } from '#features/payments/order-acts/model/claim-days.ts';
import { factsOfOrders } from '#features/payments/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import type { Shipment } from '#features/shipping/shipments/server/shipment-store.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import type { HandoverRecord } from './handover-store.ts';

/** Emails the buyer and the seller that a handover was signed, with a link to its document. */
export async function mailHandover(
  db: Queryable,
  { siteOrigin, clock }: { siteOrigin: string; clock: Clock },
  { orderId, buyerId, cars }: Shipment,
  handover: HandoverRecord,
): Promise<void> {
  const { listing_id: listingId, kind, captured_at: at, damage } = handover;
  const listing = (await carsOfBookings(db, [listingId])).get(listingId);
  if (!listing) return;
  const sellerId = cars.find((car) => car.listingId === listingId)?.sellerId;
  const t = recipientTranslator();
  const car = listingName(listing);
  const title = t(`mail.handover.${kind}`, { car });
  const order = kind === 'sale' ? await findOrder(db, orderId) : null;
  const claims = order && (await claimsText(db, t, order, clock.now()));
  for (const person of new Set([buyerId, ...(sellerId === undefined ? [] : [sellerId])])) {
    const recipient = await mailAddressOf(db, person);
    if (!recipient) continue;
    const content = {
      title,
      paragraphs: [
        t('mail.greeting', { name: recipient.name }),
        t('mail.handover.text', { car, number: orderNumber(orderId), time: t.utcTime(at) }),
        [
          t('mail.handover.people', { giver: handover.giver_name, receiver: handover.receiver_name }),
          ...(damage === '' ? [] : [t('mail.handover.damage', { damage })]),
        ].join('\n'),
        t('mail.handover.wrong'),
        ...(person === buyerId && claims ? [claims] : []),
      ],
      action: { label: t('mail.handover.see'), url: `${siteOrigin}${paths.order.replace(':id', String(orderId))}` },
      footer: t('mail.footer'),
    };
    await queueMail(db, { to: recipient.email, subject: title, ...composeMail(content, t) });
  }
}

/** Writes until when the buyer may open a claim; null if that time is over, because an order may be handed over after it was completed. */
async function claimsText(db: Queryable, t: Translator, { id, terms }: Order, now: Date): Promise<string | null> {
  const facts = (await factsOfOrders(db, [id])).get(id);
  const days = facts ? claimDaysOf(facts, now) : null;
  return days ? claimDaysText(t, days, terms.claimDays, now) : t('mail.handover.report', { days: terms.claimDays });
}
