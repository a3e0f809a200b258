import type { Readable } from 'node:stream';
import type { PaymentFilter } from '#features/payments/managed-payment-contract.ts';
import { inBatches } from '#platform/database/batches.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { amountOf } from '#platform/money.ts';
import { csvFile } from '#platform/sheets/csv.ts';
import { type BookingRow, bookingRows, type WantedBookings } from './booking-rows-store.server.ts';
import { type PaymentRow, paymentRows } from './payment-rows-store.server.ts';

const BEGINNING = '-infinity';

const BOOKING_HEAD = [
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

/** Bookings as CSV, oldest first. */
export function bookingSheet(db: Queryable, { from, ...wanted }: WantedBookings & { from?: Date }): Readable {
  return csvFile(BOOKING_HEAD, lines());
  async function* lines() {
    const start = { at: from?.toISOString() ?? BEGINNING, id: 0 };
    const read = inBatches<BookingRow>(start, (after, most) => bookingRows(db, wanted, after, most));
    for await (const rows of read) yield rows.map(bookingCells);
  }
}

function bookingCells(row: BookingRow) {
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

const PAYMENT_HEAD = [
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

/** Payments as CSV, oldest first. */
export function paymentSheet(db: Queryable, { from, ...wanted }: PaymentFilter): Readable {
  return csvFile(PAYMENT_HEAD, lines());
  async function* lines() {
    const start = { at: from?.toISOString() ?? BEGINNING, id: 0 };
    const read = inBatches<PaymentRow>(start, (after, most) => paymentRows(db, wanted, after, most));
    for await (const rows of read) yield rows.map(paymentCells);
  }
}

function paymentCells(row: PaymentRow) {
  return [
    row.transaction_id,
    row.at,
    row.user_id,
    row.listing_id,
    amountOf(row.amount_cents),
    row.currency,
    row.method,
    row.card_last4 === null ? null : `${row.card_brand ?? ''} ${row.card_last4}`.trim(),
    row.status,
    row.refunded_cents === null ? null : amountOf(row.refunded_cents),
  ];
}
