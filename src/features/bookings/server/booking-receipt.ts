import { createHash } from 'node:crypto';
import { mailAddressOf } from '#features/accounts/server/api.ts';
import { carForDocument } from '#features/listings/server/api.ts';
import { receiptSender } from '#features/operator/model/receipt-sender.ts';
import { readOperator } from '#features/operator/server/api.ts';
import { findPayment, findRefund } from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { AttachmentReference, MailFile } from '#lib/server/mail/mail.ts';
import type { Booking } from '../model/booking.ts';
import { type ReceiptFacts, receiptNumber } from '../model/receipt.ts';
import { findBooking } from './booking-store.ts';
import { findDocument, type IssuedDocument, insertDocument, newestDocument } from './document-store.ts';
import { receiptPdf } from './receipt-pdf.ts';

export const RECEIPT = 'receipt' as const;

/**
 * Returns a receipt of a user's booking: the newest, or an earlier revision. Throws `not_found` for unknown bookings and
 * other users' alike, so ids cannot be probed.
 */
export async function myReceipt(
  db: Queryable,
  userId: number,
  bookingId: number,
  revision: number | undefined,
  t: Translator,
): Promise<MailFile> {
  const booking = await findBooking(db, bookingId);
  if (booking?.userId !== userId) throw notFound();
  if (revision === undefined) return fileOf(await currentReceipt(db, booking, t));
  const document = await findDocument(db, RECEIPT, bookingId, revision);
  if (!document) throw notFound();
  return fileOf(document);
}

const notFound = () => new AppError('not_found', 'no such receipt', { messageKey: 'booking.notFound' });

/** Returns the receipt that a queued email attaches. */
export async function receiptForEmail(db: Queryable, { id, locale }: AttachmentReference): Promise<MailFile> {
  const booking = await findBooking(db, id);
  if (!booking) throw new Error(`booking ${id} is missing`);
  return fileOf(await currentReceipt(db, booking, recipientTranslator(locale)));
}

function fileOf({ number, pdf }: IssuedDocument): MailFile {
  return { name: `receipt-${number}.pdf`, type: 'application/pdf', content: pdf };
}

/** Returns the newest receipt. Issues the next revision if amounts, days or car have changed since. */
async function currentReceipt(db: Queryable, booking: Booking, t: Translator): Promise<IssuedDocument> {
  const newest = await newestDocument(db, RECEIPT, booking.id);
  const facts = await receiptFacts(db, booking, t);
  const factsHash = hashOf(facts);
  if (newest?.factsHash.equals(factsHash)) return newest;
  const revision = (newest?.revision ?? 0) + 1;
  const number = receiptNumber(booking.id, revision);
  const issuedAt = newest ? new Date() : booking.createdAt;
  const pdf = await receiptPdf({ ...facts, number, replaces: newest?.number ?? null, issuedAt }, t);
  const document = {
    kind: RECEIPT,
    bookingId: booking.id,
    revision,
    number,
    locale: t.locale,
    factsHash,
    pdf,
    issuedAt,
  };
  await insertDocument(db, document);
  return (await findDocument(db, RECEIPT, booking.id, revision)) ?? document;
}

/**
 * Leaves out the buyer's name, which an account that is closed later no longer has, and the operator, whose change does
 * not concern receipts that were issued before.
 */
function hashOf({ buyer: _buyer, operator: _operator, ...facts }: ReceiptFacts): Buffer {
  return createHash('sha256').update(JSON.stringify(facts)).digest();
}

async function receiptFacts(db: Queryable, booking: Booking, t: Translator): Promise<ReceiptFacts> {
  const { id, paymentId, listingId, userId, totalCents, paidCents, givenBackCents, transactionId, status, createdAt } =
    booking;
  const [payment, refund] = [await findPayment(db, paymentId), await findRefund(db, paymentId)];
  if (!payment?.quote) throw new Error(`booking ${id} has no payment`);
  const operator = await readOperator(db);
  const { quote, method, cardBrand, cardLast4, capturedAt } = payment;
  const refunded = (refund?.done ? refund.amountCents : 0) + givenBackCents;
  return {
    operator: {
      from: receiptSender(operator),
      isNamed: operator.legalName !== '',
      registrationNumber: operator.registrationNumber || null,
      moneyHolder: operator.moneyHolder || null,
    },
    bookingId: id,
    buyer: (await mailAddressOf(db, userId))?.name ?? t('booking.closedAccount'),
    car: await carForDocument(db, listingId),
    period: quote.period,
    priceCents: quote.priceCents,
    taxCents: quote.taxCents,
    feeCents: quote.feeCents,
    totalCents,
    paidCents,
    dueCents: status === 'cancelled' ? 0 : totalCents - paidCents,
    refundedCents: refunded > 0 ? refunded : null,
    method,
    cardBrand,
    cardLast4,
    transactionId,
    paidAt: capturedAt ?? createdAt,
  };
}
