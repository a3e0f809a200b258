import type { Booking } from '#features/aftersales/bookings/model/booking.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { carsOfOrders } from '#features/orders/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';

type Asked = { lastDay: string; totalCents: number };

/** Tells the owners of the car what the renter asks for. */
export async function mailAsked(db: Queryable, site: string, orderId: number, { lastDay, totalCents }: Asked) {
  const t = recipientTranslator();
  const values = { number: orderNumber(orderId), day: t.date(lastDay), amount: t.cents(totalCents) };
  for (const { sellerId } of (await carsOfOrders(db, [orderId])).get(orderId) ?? [])
    await send(db, site, orderId, sellerId, t('mail.extension.asked', values), t('mail.extension.asked.text', values));
}

type Accepted = Asked & { dueAt: Date; timeZone: string };

/** Tells the renter that the car is theirs for longer, and what to pay until when. */
export async function mailAccepted(
  db: Queryable,
  site: string,
  { orderId, userId }: Booking,
  { lastDay, totalCents, dueAt, timeZone }: Accepted,
) {
  const t = recipientTranslator();
  const number = orderNumber(orderId);
  const values = { number, day: t.date(lastDay), amount: t.cents(totalCents), due: t.localTime(dueAt, timeZone) };
  const [title, text] = [t('mail.extension.accepted', values), t('mail.extension.accepted.text', values)];
  await send(db, site, orderId, userId, title, text);
}

/** Tells the renter that the car comes back on the day that was booked. */
export async function mailDeclined(db: Queryable, site: string, { orderId, userId }: Booking, lastDay: string) {
  const t = recipientTranslator();
  const values = { number: orderNumber(orderId), day: t.date(lastDay) };
  const [title, text] = [t('mail.extension.declined', values), t('mail.extension.declined.text', values)];
  await send(db, site, orderId, userId, title, text);
}

async function send(db: Queryable, site: string, orderId: number, userId: number, title: string, text: string) {
  const t = recipientTranslator();
  const to = await mailAddressOf(db, userId);
  if (!to) return;
  const content = {
    title,
    paragraphs: [t('mail.greeting', { name: to.name }), text],
    action: { label: t('mail.transfer.see'), url: site + paths.order.replace(':id', String(orderId)) },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: to.email, subject: title, ...composeMail(content, t) });
}
