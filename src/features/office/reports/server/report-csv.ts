import type { Readable } from 'node:stream';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import { inBatches } from '#lib/server/database/batches.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { type ReportPeriod, type ReportRequest, reportPeriod } from '../model/report.ts';
import { feedbackRows, ledgerRows } from './report-rows-store.ts';
import { bookingCsv, csvOf } from './table-csv.ts';

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
