import type { ImportQuote } from '#features/catalog/landed-cost/model/import-quote.ts';
import { lotName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings, costText, noticeText, placeText, verdictText } from '#features/catalog/server/api.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { carsOfOrders, findOrder, itemToRemindOf } from '#features/orders/server/api.ts';
import { cancellationOf, cancelSentence } from '#features/payments/order-acts/model/cancellation.ts';
import type { MoveNews } from '#features/payments/order-acts/model/order-life.ts';
import type { Payment } from '#features/payments/payments/model/payment.ts';
import { chosenDaysOf, daysText } from '#features/payments/payments/model/rental-days.ts';
import type { RentalTimes } from '#features/payments/rental-offers/model/rental-offer.ts';
import {
  answerOf,
  destinationsOfPayments,
  isReturnAwaited,
  lockPaymentsOfOrder,
  type OrderAnswer,
  refundAccountText,
  refundByTransferTexts,
  rentalTimesOf,
} from '#features/payments/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { plannedDays } from '#features/shipping/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { AttachmentReference } from '#lib/server/mail/mail.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { type Booking, bookingPeriod, leftCents } from '../model/booking.ts';
import { carsBookedBy } from './booking-store.ts';
import { RECEIPT } from './receipts/booking-receipt.ts';

const numberOf = ({ id, transactionId }: Booking, t: Translator) =>
  t('mail.booking.number', { booking: String(id), transaction: transactionId });

/** Emails the buyer the confirmation with the receipt. */
export async function mailConfirmation(
  db: Queryable,
  site: string,
  booking: Booking,
  payment: Payment,
  now: Date,
): Promise<void> {
  const t = recipientTranslator();
  const paragraphs = [
    t('mail.booking.paid', {
      paid: t.cents(leftCents(booking) + booking.inPersonCents),
      total: t.cents(booking.orderTotalCents),
    }),
    ...(await nextTexts(db, booking, now, t)),
    numberOf(booking, t),
    t('mail.booking.write', { number: orderNumber(booking.orderId), address: site + paths.contact }),
  ];
  const destinations = (await destinationsOfPayments(db, [payment.id])).get(payment.id) ?? [];
  // Of several cars each booking shows its own. A car that was taken out of the order has one too.
  const own = destinations.filter(({ quote }) => booking.cars.length === 1 && quote.listingId === booking.listingId);
  for (const { quote } of own) paragraphs.push(...destinationTexts(quote, t));
  const attachment = { kind: RECEIPT, id: booking.id, locale: t.locale };
  await mailAbout(db, t, site, booking, payment.contactEmail, 'confirmed', paragraphs, attachment);
}

/** Returns the sentences about the next payment, the days of the next steps and cancellation. */
async function nextTexts(db: Queryable, booking: Booking, now: Date, t: Translator): Promise<string[]> {
  const order = await findOrder(db, booking.orderId);
  const next = order?.terms.requiresBalance ? await itemToRemindOf(db, order) : null;
  const day = (time: Date) => t.utcDay(time.toISOString());
  const times = await rentalTimesOf(db, booking.orderId);
  const steps = order && (await plannedDays(db, order, next ? new Date(next.dueAt) : null));
  const answered = await answerOf(db, booking.orderId, 'cancel', now);
  return [
    ...(next
      ? [
          t(booking.offer === 'Rent' ? 'mail.booking.nextAtPickUp' : 'mail.booking.next', {
            amount: t.cents(next.amountCents - next.paidCents),
            day: times ? t.localTime(times.pick_up_at, times.time_zone) : t.utcDay(next.dueAt),
          }),
        ]
      : []),
    ...(steps ? [t('mail.booking.steps', { first: day(steps.first), last: day(steps.last) })] : []),
    ...cancelTexts(answered, times, now, t),
  ];
}

/** Until when a rental may be canceled for free; what a purchase costs to cancel. */
function cancelTexts({ facts, answer }: OrderAnswer, times: RentalTimes | null, now: Date, t: Translator): string[] {
  if (answer.may !== 'yes') return [];
  const { offer, terms, priceCents } = facts;
  if (offer === 'Sell') {
    const { cancelFreeDays, cancelUntil, keptCancelBps, keptUnpaidBps } = terms;
    const told = {
      free_days: cancelFreeDays,
      until: cancelUntil,
      kept_bps: keptCancelBps,
      kept_unpaid_bps: keptUnpaidBps,
    };
    return [cancelSentence(t, told, priceCents)];
  }
  const { keptCents, until } = cancellationOf(facts, now);
  return keptCents === 0 && until
    ? [t('mail.booking.freeUntil', { time: t.localTime(until, times?.time_zone ?? 'UTC') })]
    : [];
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

/**
 * Emails the buyer the cancellation and the refund. No-op if a claim or a dispute ended the order, because its own email reports both.
 */
export async function mailCancellation(
  db: Queryable,
  site: string,
  booking: Booking,
  payment: Payment,
  { refundCents, news }: { refundCents: number; news: MoveNews },
): Promise<void> {
  if (news === 'canceled_by_claim' || news === 'canceled_disputed') return;
  const t = recipientTranslator();
  const keptCents = Math.max(0, leftCents(booking) - refundCents);
  const methods = (await lockPaymentsOfOrder(db, booking.orderId)).map(({ method }) => method);
  const paragraphs = [
    ...(news === 'canceled_unpaid' ? [t('mail.booking.cancelled.unpaid')] : []),
    ...(news === 'canceled_refunded'
      ? [t('mail.booking.cancelled.refunded')]
      : await backTexts(db, t, site, booking, refundCents, methods)),
    ...(booking.inPersonCents > 0 ? [t('mail.booking.backInPerson', { cash: t.cents(booking.inPersonCents) })] : []),
    ...(refundCents > 0 && keptCents > 0 ? [t('mail.booking.kept', { kept: t.cents(keptCents) })] : []),
    ...((await isReturnAwaited(db, booking.orderId)) ? [t('mail.booking.returnFirst')] : []),
    numberOf(booking, t),
  ];
  await mailAbout(db, t, site, booking, payment.contactEmail, 'cancelled', paragraphs);
}

/** Emails the buyer of a booking that has ended that staff refunds a payment of it. */
export async function mailRefundAsked(
  db: Queryable,
  site: string,
  booking: Booking,
  payment: Payment,
  { refundCents, reason }: { refundCents: number; reason: string },
): Promise<void> {
  const t = recipientTranslator();
  const paragraphs = [
    ...(await refundTexts(db, t, site, booking.userId, refundCents, [payment.method])),
    t('mail.booking.refundAsked.reason', { reason }),
    numberOf(booking, t),
  ];
  await mailAbout(db, t, site, booking, payment.contactEmail, 'refundAsked', paragraphs);
}

/** Describes the refund of payments. The caller adds the sentence about cash. */
async function backTexts(
  db: Queryable,
  t: Translator,
  site: string,
  { userId, inPersonCents }: Booking,
  cents: number,
  methods: Payment['method'][],
): Promise<string[]> {
  if (cents > 0) return refundTexts(db, t, site, userId, cents, methods);
  return inPersonCents > 0 ? [] : [t('mail.booking.noRefund')];
}

/** People send transfers back; the provider sends back everything else. */
async function refundTexts(
  db: Queryable,
  t: Translator,
  site: string,
  userId: number,
  cents: number,
  methods: Payment['method'][],
): Promise<string[]> {
  const refund = t.cents(cents);
  if (!methods.includes('bank_transfer')) return [t('mail.booking.refund', { refund })];
  if (methods.every((method) => method === 'bank_transfer'))
    return refundByTransferTexts(db, t, site, { userId, cents });
  return [t('mail.booking.refundBoth', { refund }), await refundAccountText(db, t, site, userId)];
}

const orderPathOf = (id: number) => paths.order.replace(':id', String(id));

/** `isTransport`: only what shipping adds is open. `keptCents`: what is kept of the payments if the order ends unpaid. */
type Balance = { openCents: number; dueAt: Date; graceEnds: Date; isTransport: boolean; keptCents: number };

/** Emails the buyer of a sale that the balance is due, or that it was not paid in time. */
export async function mailBalance(
  db: Queryable,
  site: string,
  booking: Booking,
  payment: Payment,
  what: 'balanceDue' | 'balanceOverdue',
  { openCents, dueAt, graceEnds, isTransport, keptCents }: Balance,
): Promise<void> {
  const t = recipientTranslator();
  const day = (time: Date) => t.utcDay(time.toISOString());
  const ending = isTransport ? 'notShipped' : keptCents > 0 ? 'released' : 'releasedFree';
  const paragraphs = [
    t(`mail.booking.${what}.amount`, { amount: t.cents(openCents), day: day(dueAt) }),
    t(`mail.booking.balance.${ending}`, { day: day(graceEnds), kept: t.cents(keptCents) }),
    numberOf(booking, t),
  ];
  await mailAbout(db, t, site, booking, payment.contactEmail, what, paragraphs);
}

/** Emails the buyer that we do not ship the car, because that was not paid in time. */
export async function mailTransportDropped(
  db: Queryable,
  site: string,
  booking: Booking,
  payment: Payment,
): Promise<void> {
  const t = recipientTranslator();
  await mailAbout(db, t, site, booking, payment.contactEmail, 'transportDropped', [numberOf(booking, t)]);
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
  const t = recipientTranslator();
  const cars = await carsOfBookings(db, await carsPaidBy(db, payment));
  if (!buyer || cars.size === 0) return;
  const car = lotName([...cars.values()], t);
  const amount = t.cents(payment.amountCents);
  const { title, paragraphs } = write({ car, amount, transaction: payment.transactionId }, t);
  const content = {
    title,
    paragraphs: [t('mail.greeting', { name: buyer.name }), ...paragraphs],
    action: { label: t('mail.booking.see'), url: site + paths.dashboard },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: buyer.email, subject: title, ...composeMail(content, t) });
}

/** A later payment of an order is for all its cars. */
async function carsPaidBy(db: Queryable, { quote, orderId }: Payment): Promise<number[]> {
  if (quote) return [quote.listingId];
  const cars = orderId === null ? [] : ((await carsOfOrders(db, [orderId])).get(orderId) ?? []);
  return cars.map(({ listingId }) => listingId);
}

/** Sends to the payment's contact address. No-op if the account was closed, because closing erases it. */
async function mailAbout(
  db: Queryable,
  t: Translator,
  site: string,
  booking: Booking,
  to: string,
  what:
    | 'confirmed'
    | 'cancelled'
    | 'moved'
    | 'refundAsked'
    | 'refundFailed'
    | 'balanceDue'
    | 'balanceOverdue'
    | 'transportDropped',
  paragraphs: string[],
  attachment?: AttachmentReference,
): Promise<void> {
  if (to === '') return;
  const cars = await carsOfBookings(db, await carsBookedBy(db, booking.paymentId));
  const buyer = await mailAddressOf(db, booking.userId);
  if (cars.size === 0) return;
  const times = booking.offer === 'Sell' || what === 'cancelled' ? null : await rentalTimesOf(db, booking.orderId);
  const name = lotName([...cars.values()], t);
  const title = t(`mail.booking.${what}`, { car: name });
  const content = {
    title,
    paragraphs: [
      ...(buyer ? [t('mail.greeting', { name: buyer.name })] : []),
      t(`mail.booking.${what}.text`, { car: name }),
      ...(booking.offer === 'Rent'
        ? [t('mail.booking.days', { days: daysText(t, chosenDaysOf(bookingPeriod(booking))) }), ...timeTexts(times, t)]
        : []),
      ...paragraphs,
    ],
    action: { label: t('mail.transfer.see'), url: site + orderPathOf(booking.orderId) },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to, subject: title, ...composeMail(content, t), ...(attachment && { attachment }) });
}

/** When and where a rented car is picked up and brought back, by the clock of the car. */
function timeTexts(times: RentalTimes | null, t: Translator): string[] {
  if (!times) return [];
  const { pick_up_at: pickUp, return_at: back, time_zone: zone, place } = times;
  const values = { pickUp: t.localTime(pickUp, zone), back: t.localTime(back, zone) };
  return [t('mail.booking.hours', values), ...(place === '' ? [] : [t('mail.booking.place', { place })])];
}
