import type { Readable } from 'node:stream';
import type pg from 'pg';
import type { ReviewFilter } from '#features/aftersales/car-reviews/model/review-contract.ts';
import {
  allReviews,
  type BookingEntry,
  type BookingListRequest,
  listAllBookings,
} from '#features/aftersales/server/api.ts';
import { displayStatus } from '#features/catalog/listings/model/listing.ts';
import { apiNameOf, CSV_NAMES, columnOf } from '#features/catalog/listings/model/listing-fields.ts';
import type { AdminListingRow } from '#features/catalog/server/api.ts';
import { type ReportPeriod, type ReportRequest, reportPeriod } from '#features/office/reports/model/report.ts';
import type { PaymentFilter } from '#features/payments/payments/model/admin-payment-contract.ts';
import { displayPaymentStatus } from '#features/payments/payments/model/payment.ts';
import { listAllPayments, type PaymentEntry } from '#features/payments/server/api.ts';
import type { UserFilter } from '#features/people/accounts/model/admin-account-contract.ts';
import type { AuditQuery } from '#features/people/audit/model/audit-contract.ts';
import { type AccountDeps, allUsers, readAudit } from '#features/people/server/api.ts';
import type { MessagesQuery } from '#features/site/contact/model/contact-contract.ts';
import type { SubscribersQuery } from '#features/site/newsletter/model/newsletter-contract.ts';
import { listSubscribers, readMessages } from '#features/site/server/api.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import { type Cell, csvFile } from '#lib/server/csv/csv.ts';
import { BATCH, inBatches, inChunks } from '#lib/server/database/batches.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { phoneFields } from '#lib/server/phone-number.ts';
import { feedbackRows, ledgerRows } from './report-rows-store.ts';

const OFFERS = { sales: 'Sell', rentals: 'Rent' } as const;

/** Streams the rows behind a report as CSV: bookings, ledger lines or feedback. */
export function reportCsv(db: Queryable, request: ReportRequest, t: Translator): Readable {
  const { type } = request;
  const period = reportPeriod(request);
  if (type === 'financials') return ledgerCsv(db, period, t);
  if (type === 'customerfeedback') return feedbackCsv(db, period, t);
  const { from, to } = period;
  return bookingCsv(db, { from, to, ...(type !== 'overall' && { offer: OFFERS[type] }) }, t);
}

const startOf = ({ from }: ReportPeriod) => ({ at: from.toISOString(), id: 0 });

const ledgerCsv = (db: Queryable, period: ReportPeriod, t: Translator): Readable =>
  csvOf(
    inBatches(startOf(period), (after, limit) => ledgerRows(db, period.to, after, limit)),
    [
      ['csv.entryId', ({ id }) => id],
      ['csv.time', ({ at }) => at],
      ['csv.kind', ({ kind }) => kind],
      ['csv.account', ({ account }) => account],
      ['csv.amount', ({ cents }) => amountOf(cents)],
      ['csv.currency', ({ currency }) => currency],
      ['csv.transactionId', (row) => row.transaction_id],
      ['csv.carId', (row) => row.listing_id],
      ['csv.orderId', (row) => row.order_id],
      ['csv.cause', ({ source }) => source],
      ['csv.causeId', (row) => row.source_id],
      ['csv.sellerId', (row) => row.seller_id],
    ],
    t,
  );

const feedbackCsv = (db: Queryable, period: ReportPeriod, t: Translator): Readable =>
  csvOf(
    inBatches(startOf(period), (after, limit) => feedbackRows(db, period.to, after, limit)),
    [
      ['csv.time', ({ at }) => at],
      ['csv.kind', ({ kind }) => kind],
      ['csv.rating', ({ rating }) => rating],
      ['csv.subject', ({ subject }) => subject],
      ['csv.text', ({ text }) => text],
      ['csv.reply', ({ reply }) => reply],
    ],
    t,
  );

type Column<Row> = [head: MessageKey, cell: (row: Row) => Cell];

/** Streams rows as CSV, one batch at a time. */
function csvOf<Row>(batches: AsyncIterable<Row[]>, columns: Column<Row>[], t: Translator): Readable {
  async function* lines() {
    for await (const rows of batches) yield rows.map((row) => columns.map(([, cell]) => cell(row)));
  }
  return csvFile(
    columns.map(([head]) => t(head)),
    lines(),
  );
}

export const listingCsv = (listings: AsyncIterable<AdminListingRow[]>, t: Translator): Readable =>
  csvOf(
    listings,
    [
      ['csv.listingId', ({ id }) => id],
      ['csv.listedAt', ({ at }) => at],
      ['csv.userId', (row) => row.user_id],
      ['csv.kind', ({ offer }) => offer],
      ['csv.status', ({ status }) => displayStatus(status)],
      ['csv.make', ({ make }) => make],
      ['csv.model', ({ model }) => model],
      ['csv.year', ({ year }) => year],
      ['csv.category', (row) => row.car_type],
      ['csv.price', (row) => amountOf(row.price_cents)],
      ['csv.currency', ({ currency }) => currency],
      ['csv.mileage', ({ mileage }) => mileage],
      ['csv.mileageUnit', (row) => (row.mileage === null ? null : row.mileage_unit)],
      ['csv.vin', ({ vin }) => vin],
      ['csv.location', ({ location }) => location],
      ...CSV_NAMES.map(
        (name): Column<AdminListingRow> => [`sell.field.${apiNameOf(name)}`, (row) => row[columnOf(name)]],
      ),
    ],
    t,
  );

/** Oldest users first. */
export const userCsv = (db: Queryable, filter: UserFilter, t: Translator): Readable =>
  csvOf(
    allUsers(db, filter),
    [
      ['csv.userId', ({ id }) => id],
      ['csv.name', ({ name }) => name],
      ['csv.email', ({ email }) => email],
      ['csv.mobile', ({ mobile }) => phoneFields(mobile).mobile],
      ['csv.status', ({ status }) => status],
      ['csv.lastLogin', ({ lastLoginAt }) => lastLoginAt?.toISOString() ?? null],
      ['csv.created', ({ createdAt }) => createdAt.toISOString()],
    ],
    t,
  );

/** Newest entries first. */
export const auditCsv = (deps: AccountDeps, filter: AuditQuery, t: Translator): Readable =>
  csvOf(
    inChunks(async (after) => {
      const { entries, next } = await readAudit(deps, { ...filter, after, limit: BATCH });
      return { items: entries, next };
    }),
    [
      ['csv.entryId', ({ id }) => id],
      ['csv.time', ({ at }) => at.toISOString()],
      ['csv.actor', ({ actorKind }) => actorKind],
      ['csv.actorId', ({ actorId }) => actorId],
      ['csv.actorName', ({ actorName }) => actorName],
      ['csv.action', ({ action }) => action],
      ['csv.target', ({ subjectKind }) => subjectKind],
      ['csv.targetId', ({ subjectId }) => subjectId],
      ['csv.details', ({ details }) => JSON.stringify(details)],
      ['csv.ip', ({ ip }) => ip],
      ['csv.requestId', ({ requestId }) => requestId],
    ],
    t,
  );

/** Newest messages first. */
export const messageCsv = (pool: pg.Pool, filter: MessagesQuery, t: Translator): Readable =>
  csvOf(
    inChunks((after) => readMessages({ pool }, { ...filter, after }, BATCH)),
    [
      ['csv.messageId', ({ id }) => id],
      ['csv.time', ({ createdAt }) => createdAt],
      ['csv.from', ({ name }) => name],
      ['csv.email', ({ email }) => email],
      ['csv.subject', ({ subject }) => subject],
      ['csv.message', ({ message }) => message],
    ],
    t,
  );

/** Confirmed and unconfirmed subscribers, newest first. */
export const subscriberCsv = (pool: pg.Pool, filter: SubscribersQuery, t: Translator): Readable =>
  csvOf(
    inChunks((after) => listSubscribers({ pool }, { ...filter, after }, BATCH)),
    [
      ['csv.subscriberId', ({ id }) => id],
      ['csv.email', ({ email }) => email],
      ['csv.status', ({ state }) => state],
      ['csv.since', ({ createdAt }) => createdAt],
    ],
    t,
  );

/** Oldest reviews first. */
export const reviewCsv = (pool: pg.Pool, filter: ReviewFilter, t: Translator): Readable =>
  csvOf(
    allReviews(pool, filter),
    [
      ['csv.reviewId', (row) => row.review_id],
      ['csv.writtenAt', (row) => row.created_at],
      ['csv.rating', ({ rating }) => rating],
      ['csv.text', ({ text }) => text],
      ['csv.reply', ({ reply }) => reply],
      ['csv.bookingId', (row) => row.booking_id],
      ['csv.carId', (row) => row.listing_id],
      ['csv.car', ({ car }) => car],
      ['csv.userId', (row) => row.user_id],
      ['csv.customer', ({ author }) => author],
      ['csv.hiddenSince', ({ hidden }) => hidden?.at ?? null],
      ['csv.reason', ({ hidden }) => hidden?.reason ?? null],
    ],
    t,
  );

/** Oldest bookings first. */
export const bookingCsv = (db: Queryable, filter: BookingListRequest, t: Translator): Readable =>
  csvOf<BookingEntry>(
    listAllBookings(db, filter),
    [
      ['csv.bookingId', ({ id }) => id],
      ['csv.bookedAt', ({ at }) => at],
      ['csv.listingId', (row) => row.listing_id],
      ['csv.userId', (row) => row.user_id],
      ['csv.carId', (row) => row.listing_id],
      ['csv.car', ({ make, model }) => `${make} ${model}`],
      ['csv.year', ({ year }) => year],
      ['csv.kind', ({ offer }) => offer],
      ['csv.start', (row) => row.starts_at.toISOString()],
      ['csv.end', (row) => row.ends_at.toISOString()],
      ['csv.totalPrice', (row) => amountOf(row.total_cents)],
      ['csv.paidPrice', (row) => amountOf(row.paid_cents)],
      ['csv.due', (row) => amountOf(row.total_cents - row.paid_cents)],
      ['csv.transactionId', (row) => row.transaction_id],
      ['csv.status', ({ status }) => status],
      ['csv.paymentStatus', (row) => row.payment_status],
    ],
    t,
  );

/** Oldest payments first. */
export const paymentCsv = (db: Queryable, filter: PaymentFilter, t: Translator): Readable =>
  csvOf<PaymentEntry>(
    listAllPayments(db, filter),
    [
      ['csv.transactionId', (row) => row.transaction_id],
      ['csv.paidAt', ({ at }) => at],
      ['csv.userId', (row) => row.user_id],
      ['csv.carId', (row) => row.listing_id],
      ['csv.amount', (row) => amountOf(row.amount_cents)],
      ['csv.currency', ({ currency }) => currency],
      ['csv.paymentMethod', ({ method }) => method],
      ['csv.card', (row) => (row.card_last4 === null ? null : `${row.card_brand ?? ''} ${row.card_last4}`.trim())],
      ['csv.status', ({ state }) => displayPaymentStatus(state)],
      ['csv.refunded', (row) => (row.refunded_cents === null ? null : amountOf(row.refunded_cents))],
    ],
    t,
  );
