import { mailAddressOf } from '#features/accounts/server/api.ts';
import { carForDocument } from '#features/listings/server/api.ts';
import { findPayment, findRefund } from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { RECEIPTS_FROM } from '#lib/product.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { AttachmentReference, MailFile } from '#lib/server/mail/mail.ts';
import type { Booking } from '../model/booking.ts';
import { type Receipt, receiptNumber } from '../model/receipt.ts';
import { findBooking } from './booking-store.ts';
import { receiptPdf } from './receipt-pdf.ts';

export const RECEIPT = 'receipt';

/**
 * Returns the receipt of a user's booking. Throws `not_found` for unknown bookings and other users' alike, so ids
 * cannot be probed.
 */
export async function myReceipt(db: Queryable, userId: number, bookingId: number, t: Translator): Promise<MailFile> {
  const booking = await findBooking(db, bookingId);
  if (booking?.userId !== userId)
    throw new AppError('not_found', 'no such booking', { messageKey: 'booking.notFound' });
  return receiptFile(db, booking, t);
}

/** Returns the receipt that a queued email attaches. */
export async function receiptForEmail(db: Queryable, { id, locale }: AttachmentReference): Promise<MailFile> {
  const booking = await findBooking(db, id);
  if (!booking) throw new Error(`booking ${id} is missing`);
  return receiptFile(db, booking, recipientTranslator(locale));
}

async function receiptFile(db: Queryable, booking: Booking, t: Translator): Promise<MailFile> {
  const receipt = await receiptOf(db, booking, t);
  return { name: `receipt-${receipt.number}.pdf`, type: 'application/pdf', content: await receiptPdf(receipt, t) };
}

async function receiptOf(db: Queryable, booking: Booking, t: Translator): Promise<Receipt> {
  const { id, paymentId, listingId, userId, totalCents, paidCents, givenBackCents, transactionId, status, createdAt } =
    booking;
  const [payment, refund] = [await findPayment(db, paymentId), await findRefund(db, paymentId)];
  if (!payment?.quote) throw new Error(`booking ${id} has no payment`);
  const { quote, method, cardBrand, cardLast4, capturedAt } = payment;
  const refunded = (refund?.done ? refund.amountCents : 0) + givenBackCents;
  return {
    number: receiptNumber(id),
    issuedAt: createdAt,
    from: RECEIPTS_FROM,
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
