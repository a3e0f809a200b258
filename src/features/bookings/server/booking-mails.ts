import { mailAddressOf } from '#features/accounts/server/api.ts';
import type { ImportQuote } from '#features/landed-cost/model/import-quote.ts';
import { costText, noticeText, placeText, verdictText } from '#features/landed-cost/server/api.ts';
import { listingName } from '#features/listings/model/listing-name.ts';
import { carsOfBookings } from '#features/listings/server/api.ts';
import { daysText } from '#features/payments/model/format-days.ts';
import type { Payment } from '#features/payments/model/payment.ts';
import { chosenDaysOf } from '#features/payments/model/rental-days.ts';
import { destinationOfPayment } from '#features/payments/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { AttachmentReference } from '#lib/server/mail/mail.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';
import type { Booking } from '../model/booking.ts';
import { bookingPeriod } from '../model/booking-transition.ts';
import { RECEIPT } from './booking-receipt.ts';

const numberOf = ({ id, transactionId }: Booking, t: Translator) =>
  t('mail.booking.number', { booking: String(id), transaction: transactionId });

/** Emails the buyer the confirmation with the receipt. */
export async function mailConfirmation(db: Queryable, site: string, booking: Booking, payment: Payment): Promise<void> {
  const t = recipientTranslator();
  const paragraphs = [
    t('mail.booking.paid', { paid: t.cents(booking.paidCents), total: t.cents(booking.totalCents) }),
    numberOf(booking, t),
  ];
  const destination = await destinationOfPayment(db, payment.id);
  if (destination) paragraphs.push(...destinationTexts(destination.quote, t));
  const attachment = { kind: RECEIPT, id: booking.id, locale: t.locale };
  await mailAbout(db, t, site, booking, payment.contactEmail, 'confirmed', paragraphs, attachment);
}

/** The light in one sentence, and the landed cost. */
function destinationTexts(quote: ImportQuote, t: Translator): string[] {
  const light = t(`shipTo.light.${quote.verdict.light}`);
  const place = placeText(quote, t);
  return [
    t('mail.booking.destination', { place, light, sentence: verdictText(quote, t) }),
    t('mail.booking.landed', { cost: costText(quote, t), notice: noticeText(quote, t) }),
  ];
}

/** Emails the buyer the cancellation and its refund. */
export async function mailCancellation(
  db: Queryable,
  site: string,
  booking: Booking,
  payment: Payment,
  refundCents: number,
): Promise<void> {
  const t = recipientTranslator();
  const refund =
    refundCents > 0 ? t('mail.booking.refund', { refund: t.cents(refundCents) }) : t('mail.booking.noRefund');
  await mailAbout(db, t, site, booking, payment.contactEmail, 'cancelled', [refund]);
}

type Balance = { openCents: number; dueAt: Date; graceEnds: Date };

/** Emails the buyer of a sale that the balance is due, or that it was not paid in time. */
export async function mailBalance(
  db: Queryable,
  site: string,
  booking: Booking,
  payment: Payment,
  what: 'balanceDue' | 'balanceOverdue',
  { openCents, dueAt, graceEnds }: Balance,
): Promise<void> {
  const t = recipientTranslator();
  const day = (time: Date) => t.utcDay(time.toISOString());
  const paragraphs = [
    t(`mail.booking.${what}.amount`, { amount: t.cents(openCents), day: day(dueAt) }),
    t('mail.booking.balance.released', { day: day(graceEnds) }),
    numberOf(booking, t),
  ];
  await mailAbout(db, t, site, booking, payment.contactEmail, what, paragraphs);
}

/** Emails the renter the new dates. */
export async function mailDatesChanged(db: Queryable, site: string, booking: Booking, payment: Payment): Promise<void> {
  await mailAbout(db, recipientTranslator(), site, booking, payment.contactEmail, 'moved', []);
}

/** Emails the buyer that a refund failed. */
export async function mailRefundFailed(db: Queryable, site: string, booking: Booking, payment: Payment): Promise<void> {
  const t = recipientTranslator();
  await mailAbout(db, t, site, booking, payment.contactEmail, 'refundFailed', [numberOf(booking, t)]);
}

/** Emails the buyer that a payment did not become a booking. `captured`: its money was captured and is refunded. */
export async function mailPaymentUndone(
  db: Queryable,
  site: string,
  payment: Payment,
  captured: boolean,
): Promise<void> {
  await mailPayer(db, site, payment, ({ car, amount, transaction }, t) => ({
    title: t('mail.payment.undone', { car }),
    paragraphs: [
      t('mail.payment.undone.text', { car, amount, transaction }),
      captured ? t('mail.booking.refund', { refund: amount }) : t('mail.payment.notTaken'),
    ],
  }));
}

/** Emails the buyer that the refund of a payment without a booking failed. */
export async function mailPaymentUndoneRefundFailed(db: Queryable, site: string, payment: Payment): Promise<void> {
  await mailPayer(db, site, payment, (facts, t) => ({
    title: t('mail.booking.refundFailed', { car: facts.car }),
    paragraphs: [t('mail.payment.refundFailed.text', facts)],
  }));
}

type PaymentFacts = { car: string; amount: string; transaction: string };

/**
 * Sends to the account's own address, because the contact address of a payment without a booking may belong to someone
 * else.
 */
async function mailPayer(
  db: Queryable,
  site: string,
  payment: Payment,
  write: (facts: PaymentFacts, t: Translator) => { title: string; paragraphs: string[] },
): Promise<void> {
  const buyer = await mailAddressOf(db, payment.userId);
  const car = payment.quote && (await carsOfBookings(db, [payment.quote.listingId])).get(payment.quote.listingId);
  if (!buyer || !car) return;
  const t = recipientTranslator();
  const amount = t.cents(payment.amountCents);
  const { title, paragraphs } = write({ car: listingName(car), amount, transaction: payment.transactionId }, t);
  const content = {
    title,
    paragraphs: [t('mail.greeting', { name: buyer.name }), ...paragraphs],
    action: { label: t('mail.booking.see'), url: site + paths.dashboard },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: buyer.email, subject: title, ...composeMail(content, t) });
}

/** Sends to the payment's contact address. No-op if the account was closed, because closing erases it. */
async function mailAbout(
  db: Queryable,
  t: Translator,
  site: string,
  booking: Booking,
  to: string,
  what: 'confirmed' | 'cancelled' | 'moved' | 'refundFailed' | 'balanceDue' | 'balanceOverdue',
  paragraphs: string[],
  attachment?: AttachmentReference,
): Promise<void> {
  if (to === '') return;
  const car = (await carsOfBookings(db, [booking.listingId])).get(booking.listingId);
  const buyer = await mailAddressOf(db, booking.userId);
  if (!car) return;
  const name = listingName(car);
  const title = t(`mail.booking.${what}`, { car: name });
  const content = {
    title,
    paragraphs: [
      ...(buyer ? [t('mail.greeting', { name: buyer.name })] : []),
      t(`mail.booking.${what}.text`, { car: name }),
      ...(booking.offer === 'Rent'
        ? [t('mail.booking.days', { days: daysText(t, chosenDaysOf(bookingPeriod(booking))) })]
        : []),
      ...paragraphs,
    ],
    action: { label: t('mail.booking.see'), url: site + paths.dashboard },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to, subject: title, ...composeMail(content, t), ...(attachment && { attachment }) });
}
