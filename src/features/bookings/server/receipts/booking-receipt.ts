import { createHash } from 'node:crypto';
import { mailAddressOf } from '#features/accounts/server/api.ts';
import { destinationOfPayment } from '#features/destinations/server/api.ts';
import { initialsOf, vinEnd } from '#features/documents/model/claimed-names.ts';
import type { ReceiptPaper } from '#features/documents/model/papers.ts';
import {
  canonicalJson,
  type DocumentDeps,
  documentsOf,
  downloadOf,
  issueDocument,
  type StoredDocument,
} from '#features/documents/server/api.ts';
import type { PaidQuote } from '#features/landed-cost/model/import-quote.ts';
import { costText, noticeText, placeText, rulesText, verdictText } from '#features/landed-cost/server/api.ts';
import { carForDocument } from '#features/listings/server/api.ts';
import { receiptSender } from '#features/operator/model/receipt-sender.ts';
import { readOperator } from '#features/operator/server/api.ts';
import { carsOfOrders } from '#features/orders/server/api.ts';
import { findPayment, refundsOfPayment, sentCents } from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { AttachmentReference, MailFile } from '#lib/server/mail/mail.ts';
import type { Booking } from '../model/booking.ts';
import { findBooking, findBookingOfPayment, lockBooking } from './booking-store.ts';
import { type OldReceipt, oldReceiptsOf } from './old-receipt-store.ts';

export const RECEIPT = 'receipt' as const;

const subjectOf = (bookingId: number) => ({ kind: 'booking', id: bookingId });

/**
 * Returns a receipt of a user's booking: the newest, or an earlier revision. Throws `not_found` for unknown bookings and
 * other users' alike, so ids cannot be probed.
 */
export async function myReceipt(
  deps: DocumentDeps,
  userId: number,
  bookingId: number,
  revision: number | undefined,
  t: Translator,
): Promise<MailFile> {
  const booking = await bookingOnReceipt(deps.pool, bookingId);
  if (booking?.userId !== userId) throw notFound();
  if (revision === undefined) return currentReceipt(deps, booking.id, t);
  const receipt = (await receiptsOf(deps.pool, booking.id))[revision - 1];
  if (!receipt) throw notFound();
  return fileOf(deps, receipt);
}

const notFound = () => new AppError('not_found', 'no such receipt', { messageKey: 'booking.notFound' });

/** The bookings of an order of several cars share one receipt, which belongs to the first one. */
async function bookingOnReceipt(db: Queryable, bookingId: number): Promise<Booking | null> {
  const booking = await findBooking(db, bookingId);
  return booking && booking.cars.length > 1 ? findBookingOfPayment(db, booking.paymentId) : booking;
}

/** Returns the receipt that a queued email attaches. */
export async function receiptForEmail(deps: DocumentDeps, { id, locale }: AttachmentReference): Promise<MailFile> {
  return currentReceipt(deps, id, recipientTranslator(locale));
}

type Receipt = OldReceipt | StoredDocument;

const isOld = (receipt: Receipt): receipt is OldReceipt => 'pdf' in receipt;

/** All receipts of a booking, the oldest first. */
async function receiptsOf(db: Queryable, bookingId: number): Promise<Receipt[]> {
  const old = await oldReceiptsOf(db, bookingId);
  return [...old, ...(await documentsOf(db, RECEIPT, subjectOf(bookingId)))];
}

async function fileOf(deps: DocumentDeps, receipt: Receipt): Promise<MailFile> {
  if (!isOld(receipt)) return downloadOf(deps, receipt);
  return { name: `receipt-${receipt.number}.pdf`, type: 'application/pdf', content: receipt.pdf };
}

/** Returns the newest receipt. Issues another one if amounts, days or car have changed since. */
async function currentReceipt(deps: DocumentDeps, bookingId: number, t: Translator): Promise<MailFile> {
  const booking = await findBooking(deps.pool, bookingId);
  if (!booking) throw new Error(`booking ${bookingId} is missing`);
  const newest = (await receiptsOf(deps.pool, bookingId)).at(-1);
  const paper = await receiptPaper(deps.pool, booking, t);
  if (newest && saysTheSame(newest, paper)) return fileOf(deps, newest);
  const issued = await withTransaction(deps.pool, (db) => issueReceipt(db, deps, bookingId, t));
  return fileOf(deps, issued);
}

/** Issues a receipt under a lock on its booking, unless another request has just done so. */
async function issueReceipt(db: Queryable, deps: DocumentDeps, bookingId: number, t: Translator): Promise<Receipt> {
  const booking = await lockBooking(db, bookingId);
  if (!booking) throw new Error(`booking ${bookingId} is missing`);
  const receipts = await receiptsOf(db, bookingId);
  const newest = receipts.at(-1);
  const paper = await receiptPaper(db, booking, t);
  if (newest && saysTheSame(newest, paper)) return newest;
  const { car, issuer, totalCents, paidCents } = paper;
  const initials = initialsOf((await mailAddressOf(db, booking.userId))?.name ?? '');
  return issueDocument(db, deps, {
    kind: RECEIPT,
    subject: subjectOf(bookingId),
    occasion: `revision ${receipts.length + 1}`,
    locale: t.locale,
    claims: {
      issuer: issuer.lines[0] ?? '',
      currency: 'USD',
      total_cents: totalCents,
      paid_cents: paidCents,
      cars: (paper.cars ?? [car]).map(({ name, year, vin }) => ({ name: `${year} ${name}`, vin_end: vinEnd(vin) })),
      party: initials === null ? null : { role: 'buyer', name: initials },
      bank_account_end: null,
      is_demo: false,
    },
    paper,
    ...(newest && { replaces: { id: isOld(newest) ? null : newest.id, number: newest.number } }),
  });
}

/**
 * Leaves out the buyer's name, which an account that is closed later no longer has, the issuer, whose change does
 * not concern receipts that were issued before, and the destination, which never changes and is written in the language of the
 * receipt.
 */
function lasting({ buyer: _buyer, issuer: _issuer, destination: _destination, ...facts }: ReceiptPaper) {
  return facts;
}

function saysTheSame(receipt: Receipt, paper: ReceiptPaper): boolean {
  if (!isOld(receipt)) return canonicalJson(lasting(JSON.parse(receipt.paper))) === canonicalJson(lasting(paper));
  return receipt.factsHash.equals(
    createHash('sha256')
      .update(JSON.stringify(lasting(paper)))
      .digest(),
  );
}

/** Old receipts have a hash of these facts in this order. */
async function receiptPaper(db: Queryable, booking: Booking, t: Translator): Promise<ReceiptPaper> {
  const {
    id,
    paymentId,
    listingId,
    userId,
    orderTotalCents: totalCents,
    receivedCents,
    inPersonCents,
    dueCents,
    givenBackCents,
    transactionId,
    status,
    createdAt,
  } = booking;
  const payment = await findPayment(db, paymentId);
  if (!payment?.quote) throw new Error(`booking ${id} has no payment`);
  const operator = await readOperator(db);
  const { quote, method, cardBrand, cardLast4, capturedAt } = payment;
  const several = booking.cars.length > 1 ? await carsOnReceipt(db, booking) : null;
  const destination = several ? null : await destinationOfPayment(db, paymentId, listingId);
  const refunded = sentCents(await refundsOfPayment(db, paymentId)) + givenBackCents;
  return {
    issuer: {
      lines: receiptSender(operator),
      isNamed: operator.legalName !== '',
      registrationNumber: operator.registrationNumber || null,
      moneyHolder: operator.moneyHolder || null,
    },
    bookingId: id,
    buyer: (await mailAddressOf(db, userId))?.name ?? t('booking.closedAccount'),
    car: await carForDocument(db, listingId),
    ...(several && { cars: several }),
    period: quote.period,
    priceCents: quote.priceCents,
    taxCents: quote.taxCents,
    feeCents: quote.feeCents,
    totalCents,
    paidCents: receivedCents + inPersonCents,
    dueCents: status === 'cancelled' ? 0 : dueCents,
    refundedCents: refunded > 0 ? refunded : null,
    method,
    cardBrand,
    cardLast4,
    transactionId,
    paidAt: (capturedAt ?? createdAt).toISOString(),
    ...(destination && { destination: destinationOf(destination, t) }),
  };
}

async function carsOnReceipt(db: Queryable, { orderId }: Booking): Promise<NonNullable<ReceiptPaper['cars']>> {
  const cars = [];
  for (const { listingId, priceCents } of (await carsOfOrders(db, [orderId])).get(orderId) ?? []) {
    cars.push({ ...(await carForDocument(db, listingId)), priceCents });
  }
  return cars;
}

/** Leaves out for whom the car is, because a document cannot be erased. */
function destinationOf(
  { quote, shownLight, buyingForCountry }: PaidQuote,
  t: Translator,
): NonNullable<ReceiptPaper['destination']> {
  return {
    place: placeText(quote, t),
    light: quote.verdict.light,
    shownLight,
    reason: verdictText(quote, t),
    cost: costText(quote, t),
    assessedOn: quote.at.on,
    rules: rulesText(quote, t),
    declaredCountry: buyingForCountry,
    notice: noticeText(quote, t),
  };
}
