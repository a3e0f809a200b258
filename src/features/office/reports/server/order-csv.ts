import type { Readable } from 'node:stream';
import { type BookingEntry, type BookingListRequest, listAllBookings } from '#features/aftersales/server/api.ts';
import type { PaymentFilter } from '#features/payments/payments/model/admin-payment-contract.ts';
import { displayPaymentStatus } from '#features/payments/payments/model/payment.ts';
import { listAllPayments, type PaymentEntry } from '#features/payments/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import { csvFile } from '#lib/server/csv/csv.ts';
import type { Queryable } from '#lib/server/database/statement.ts';

const BOOKING_HEADER = [
  'csv.bookingId',
  'csv.bookedAt',
  'csv.listingId',
  'csv.userId',
  'csv.carId',
  'csv.car',
  'csv.year',
  'csv.kind',
  'csv.start',
  'csv.end',
  'csv.totalPrice',
  'csv.paidPrice',
  'csv.due',
  'csv.transactionId',
  'csv.status',
  'csv.paymentStatus',
] as const;

/** Streams bookings as CSV, oldest first. */
export function bookingCsv(db: Queryable, filter: BookingListRequest, t: Translator): Readable {
  return csvFile(
    BOOKING_HEADER.map((id) => t(id)),
    lines(),
  );
  async function* lines() {
    for await (const rows of listAllBookings(db, filter)) yield rows.map(bookingCells);
  }
}

function bookingCells(row: BookingEntry) {
  return [
    row.id,
    row.at,
    row.listing_id,
    row.user_id,
    row.listing_id,
    `${row.make} ${row.model}`,
    row.year,
    row.offer,
    row.starts_at.toISOString(),
    row.ends_at.toISOString(),
    amountOf(row.total_cents),
    amountOf(row.paid_cents),
    amountOf(row.total_cents - row.paid_cents),
    row.transaction_id,
    row.status,
    row.payment_status,
  ];
}

const PAYMENT_HEADER = [
  'csv.transactionId',
  'csv.paidAt',
  'csv.userId',
  'csv.carId',
  'csv.amount',
  'csv.currency',
  'csv.paymentMethod',
  'csv.card',
  'csv.status',
  'csv.refunded',
] as const;

/** Streams payments as CSV, oldest first. */
export function paymentCsv(db: Queryable, filter: PaymentFilter, t: Translator): Readable {
  return csvFile(
    PAYMENT_HEADER.map((id) => t(id)),
    lines(),
  );
  async function* lines() {
    for await (const rows of listAllPayments(db, filter)) yield rows.map(paymentCells);
  }
}

function paymentCells(row: PaymentEntry) {
  return [
    row.transaction_id,
    row.at,
    row.user_id,
    row.listing_id,
    amountOf(row.amount_cents),
    row.currency,
    row.method,
    row.card_last4 === null ? null : `${row.card_brand ?? ''} ${row.card_last4}`.trim(),
    displayPaymentStatus(row.state),
    row.refunded_cents === null ? null : amountOf(row.refunded_cents),
  ];
}
