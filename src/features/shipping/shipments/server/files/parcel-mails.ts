import { orderNumber } from '#features/orders/orders/model/order.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';
import type { ParcelRecord } from './parcel-store.ts';

/** Emails the buyer the tracking number of a parcel. */
export function mailParcel(db: Queryable, siteOrigin: string, buyerId: number, parcel: ParcelRecord): Promise<void> {
  const { courier, sent_on: day, order_id: orderId } = parcel;
  return mail(db, siteOrigin, buyerId, parcel, (t) => [
    t('mail.parcel', { order: orderNumber(orderId) }),
    t('mail.parcel.text', { courier, day: t.date(day), order: orderNumber(orderId) }),
  ]);
}

/** Emails the buyer that a parcel was reported by mistake. */
export function mailWithdrawnParcel(
  db: Queryable,
  siteOrigin: string,
  buyerId: number,
  parcel: ParcelRecord,
  reason: string,
): Promise<void> {
  const { courier, order_id: orderId } = parcel;
  return mail(db, siteOrigin, buyerId, parcel, (t) => [
    t('mail.parcelWithdrawn', { order: orderNumber(orderId) }),
    t('mail.parcelWithdrawn.text', { courier, order: orderNumber(orderId) }),
    t('mail.parcelWithdrawn.reason', { reason }),
  ]);
}

async function mail(
  db: Queryable,
  siteOrigin: string,
  buyerId: number,
  { tracking_number: number, contents, order_id: orderId }: ParcelRecord,
  wordsOf: (t: Translator) => [title: string, ...paragraphs: string[]],
): Promise<void> {
  const buyer = await mailAddressOf(db, buyerId);
  if (!buyer) return;
  const t = recipientTranslator();
  const [title, ...paragraphs] = wordsOf(t);
  const content = {
    title,
    paragraphs: [
      t('mail.greeting', { name: buyer.name }),
      ...paragraphs,
      `${t('mail.parcel.number', { number })}\n${t('mail.parcel.contents', { contents })}`,
    ],
    action: { label: t('mail.parcel.see'), url: `${siteOrigin}${paths.order.replace(':id', String(orderId))}` },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: buyer.email, subject: title, ...composeMail(content, t) });
}
