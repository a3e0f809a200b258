import { mailAddressOf } from '#features/accounts/server/api.ts';
import { listingName } from '#features/listings/model/listing-name.ts';
import { carsOfBookings } from '#features/listings/server/api.ts';
import { orderNumber } from '#features/orders/model/order.ts';
import { findOrder } from '#features/orders/server/api.ts';
import type { Shipment } from '#features/shipments/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';
import type { HandoverRecord } from './handover-store.ts';

/** Emails the buyer and the seller that a handover was signed, and where its document is. */
export async function mailHandover(
  db: Queryable,
  siteOrigin: string,
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
        person === buyerId && order
          ? t('mail.handover.report', { days: order.terms.claimDays })
          : t('mail.handover.wrong'),
      ],
      action: { label: t('mail.handover.see'), url: `${siteOrigin}${paths.order.replace(':id', String(orderId))}` },
      footer: t('mail.footer'),
    };
    await queueMail(db, { to: recipient.email, subject: title, ...composeMail(content, t) });
  }
}
