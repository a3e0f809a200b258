import type { Readable } from 'node:stream';
import { type BookingEntry, type BookingListRequest, listAllBookings } from '#features/bookings/server/api.ts';
import type { PaymentFilter } from '#features/payments/model/admin-payment-contract.ts';
import { displayPaymentStatus } from '#features/payments/model/payment.ts';
import { listAllPayments, type PaymentEntry } from '#features/payments/server/api.ts';
import { amountOf } from '#lib/money.ts';
import { csvFile } from '#lib/server/csv/csv.ts';
import type { Queryable } from '#lib/server/database/statement.ts';

const BOOKING_HEADER = [
  'Booking ID',
  'Booked at (UTC)',
  'Listing ID',
  'User ID',
  'Car ID',
  'Car',
  'Year',
  'Kind',
  'Start (UTC)',
  'End (UTC)',
  'Total Price (USD)',
  'Paid Price (USD)',
  'Due (USD)',
  'Transaction ID',
  'Status',
  'Payment Status',
];

/** Streams bookings as CSV, oldest first. */
export function bookingCsv(db: Queryable, filter: BookingListRequest): Readable {
  return csvFile(BOOKING_HEADER, lines());
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
  'Transaction ID',
  'Paid at (UTC)',
  'User ID',
  'Car ID',
  'Amount',
  'Currency',
  'Payment Method',
  'Card',
  'Status',
  'Refunded',
];

/** Streams payments as CSV, oldest first. */
export function paymentCsv(db: Queryable, filter: PaymentFilter): Readable {
  return csvFile(PAYMENT_HEADER, lines());
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
