import { orderNumber } from '#features/orders/orders/model/order.ts';
import { reducedItems } from '#features/orders/orders/model/payment-plan.ts';
import { lockOrder, planOfOrder, returnSurplus, revisePlan } from '#features/orders/server/api.ts';
import type { Payment } from '#features/payments/payments/model/payment.ts';
import { changeFee, feeChangeOf, findPayment, nextFeesOf, rentalTimesOf } from '#features/payments/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import type { Booking } from '../model/booking.ts';

type Due = { dueAt: Date; timeZone: string };

/**
 * Takes the registration fee off a rental that was just booked if another one carries it, because both were paid at once or the client adds it to
 * every rental. Adds it if the rental that carried it was canceled during the payment.
 */
export async function settleFeeOfBooked(db: Queryable, site: string, { id, userId, quote }: Payment): Promise<void> {
  if (quote?.offer !== 'Rent') return;
  const payment = await findPayment(db, id);
  const orderId = payment?.orderId ?? null;
  if (!payment || orderId === null) return;
  const cents = await feeChangeOf(db, orderId, payment.createdAt);
  const times = cents === 0 ? null : await rentalTimesOf(db, orderId);
  if (!times) return;
  const due = { dueAt: new Date(times.pick_up_at), timeZone: times.time_zone };
  await change(db, site, { orderId, userId, cents, due });
}

/** Moves the registration fee of a canceled rental to another live one of its renter. The caller holds the lock of the renter. */
export async function moveFeeOfCanceled(db: Queryable, site: string, { orderId, userId }: Booking, now: Date) {
  const find = async () => (await nextFeesOf(db, [orderId], now)).get(orderId);
  let next = await find();
  // If that rental is completed meanwhile, it cannot take the fee, but another one may.
  for (let locked = 0; next && next.orderId !== locked; next = await find()) {
    locked = next.orderId;
    await lockOrder(db, locked);
  }
  if (!next) return;
  const { orderId: nextOrder, feeCents: cents, dueAt, timeZone } = next;
  await change(db, site, { orderId: nextOrder, userId, cents, due: { dueAt, timeZone } });
}

type Change = { orderId: number; userId: number; cents: number; due: Due };

/** Changes the fee and the balance of a rental, refunds the amount paid beyond the new price, and emails the renter. */
async function change(db: Queryable, site: string, { orderId, userId, cents, due }: Change): Promise<void> {
  await lockOrder(db, orderId);
  const items = await planOfOrder(db, orderId);
  await changeFee(db, orderId, cents);
  await revisePlan(db, orderId, cents > 0 ? raised(items, cents, due) : lowered(items, -cents));
  if (cents < 0) await returnSurplus(db, orderId);
  const t = recipientTranslator();
  const to = await mailAddressOf(db, userId);
  if (!to) return;
  const amount = t.cents(Math.abs(cents));
  const title = t(cents > 0 ? 'mail.fee.more' : 'mail.fee.less', { number: orderNumber(orderId) });
  const content = {
    title,
    paragraphs: [
      t('mail.greeting', { name: to.name }),
      cents > 0
        ? t('mail.fee.moreText', { amount, due: t.localTime(due.dueAt, due.timeZone) })
        : t('mail.fee.lessText', { amount }),
    ],
    action: { label: t('mail.transfer.see'), url: site + paths.order.replace(':id', String(orderId)) },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: to.email, subject: title, ...composeMail(content, t) });
}

type Items = Awaited<ReturnType<typeof planOfOrder>>;
const lowered = (items: Items, cents: number) =>
  reducedItems(items, cents).filter(({ amountCents }) => amountCents > 0);

/** The fee is part of the balance. That is due at the pick-up, or at the return of a car that is out. */
function raised(items: Items, cents: number, { dueAt }: Due) {
  const at = items.findIndex(({ kind }) => kind === 'balance');
  if (at < 0) return [...items, { kind: 'balance' as const, amountCents: cents, dueAt }];
  return items.map((item, index) => (index === at ? { ...item, amountCents: item.amountCents + cents, dueAt } : item));
}
