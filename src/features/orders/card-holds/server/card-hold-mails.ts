import { orderNumber } from '#features/orders/orders/model/order.ts';
import { findOrder } from '#features/orders/orders/server/order-store.ts';
import type { Payment } from '#features/payments/payments/model/payment.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { peopleToTell } from '#features/site/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { tellOnce } from './card-hold-store.ts';

type Held = Pick<Payment, 'id' | 'userId' | 'orderId' | 'amountCents' | 'planItemId' | 'state' | 'expiresAt'>;

const valuesOf = ({ orderId, amountCents }: Held, t: Translator) => ({
  number: orderNumber(orderId ?? 0),
  amount: t.cents(amountCents),
});

/**
 * Emails the renter that the hold was released or failed, or the office that a capture failed. Skips failed holds of ended orders, because
 * they need no retry.
 */
export async function mailHoldEnded(db: Queryable, site: string, held: Held): Promise<void> {
  const t = recipientTranslator();
  const values = valuesOf(held, t);
  if (held.planItemId !== null)
    return toOffice(db, site, held, t('mail.cardHold.lost', values), t('mail.cardHold.lost.text', values));
  const what = held.state === 'authorised' ? 'released' : 'failed';
  if (what === 'failed' && held.orderId !== null && (await findOrder(db, held.orderId))?.life !== 'active') return;
  await toRenter(db, site, held, t(`mail.cardHold.${what}`, values), t(`mail.cardHold.${what}.text`, values));
}

/** Emails the renter the amount that was captured for charges. */
export async function mailHoldTaken(db: Queryable, site: string, held: Held): Promise<void> {
  const t = recipientTranslator();
  const values = valuesOf(held, t);
  await toRenter(db, site, held, t('mail.cardHold.taken', values), t('mail.cardHold.taken.text', values));
}

/** Emails renter and office, once, that a hold ends soon. */
export async function mailHoldEnds(db: Queryable, site: string, held: Held): Promise<void> {
  if (!(await tellOnce(db, held.id))) return;
  const t = recipientTranslator();
  const values = { ...valuesOf(held, t), time: t.utcTime(held.expiresAt) };
  await toRenter(db, site, held, t('mail.cardHold.ends', values), t('mail.cardHold.ends.text', values));
  await toOffice(db, site, held, t('mail.cardHold.ends', values), t('mail.cardHold.ends.office', values));
}

async function toRenter(db: Queryable, site: string, { userId, orderId }: Held, title: string, text: string) {
  const renter = await mailAddressOf(db, userId);
  if (renter) await send(db, renter, title, text, site + paths.order.replace(':id', String(orderId)), 'mail.footer');
}

async function toOffice(db: Queryable, site: string, { orderId }: Held, title: string, text: string) {
  for (const person of await peopleToTell(db))
    await send(db, person, title, text, `${site}${paths.adminOrders}?view=${orderId}`, 'mail.footer.office');
}

async function send(
  db: Queryable,
  { name, email }: { name: string; email: string },
  title: string,
  text: string,
  url: string,
  footer: 'mail.footer' | 'mail.footer.office',
) {
  const t = recipientTranslator();
  const content = {
    title,
    paragraphs: [t('mail.greeting', { name }), text],
    action: { label: t('mail.transfer.see'), url },
    footer: t(footer),
  };
  await queueMail(db, { to: email, subject: title, ...composeMail(content, t) });
}
