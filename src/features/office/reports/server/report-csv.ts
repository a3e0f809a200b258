import type { Readable } from 'node:stream';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import { csvFile } from '#lib/server/csv/csv.ts';
import { inBatches } from '#lib/server/database/batches.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { type ReportRequest, reportPeriod } from '../model/report.ts';
import { bookingCsv } from './order-csv.ts';
import { feedbackRows, ledgerRows } from './report-rows-store.ts';

const OFFERS = { sales: 'Sell', rentals: 'Rent' } as const;

/** Streams the rows behind a report as CSV: bookings, ledger lines or feedback. */
export function reportCsv(db: Queryable, request: ReportRequest, t: Translator): Readable {
  const { type } = request;
  const { from, to } = reportPeriod(request);
  if (type === 'financials') return ledgerCsv(db, from, to, t);
  if (type === 'customerfeedback') return feedbackCsv(db, from, to, t);
  return bookingCsv(db, { from, to, ...(type !== 'overall' && { offer: OFFERS[type] }) }, t);
}

const LEDGER_HEADER = [
  'csv.entryId',
  'csv.time',
  'csv.kind',
  'csv.account',
  'csv.amount',
  'csv.currency',
  'csv.transactionId',
  'csv.carId',
  'csv.orderId',
  'csv.cause',
  'csv.causeId',
  'csv.sellerId',
] as const;

function ledgerCsv(db: Queryable, from: Date, to: Date, t: Translator): Readable {
  return csvFile(
    LEDGER_HEADER.map((id) => t(id)),
    lines(),
  );
  async function* lines() {
    const start = { at: from.toISOString(), id: 0 };
    for await (const rows of inBatches(start, (after, limit) => ledgerRows(db, to, after, limit))) {
      yield rows.map((row) => [
        row.id,
        row.at,
        row.kind,
        row.account,
        amountOf(row.cents),
        row.currency,
        row.transaction_id,
        row.listing_id,
        row.order_id,
        row.source,
        row.source_id,
        row.seller_id,
      ]);
    }
  }
}

const FEEDBACK_HEADER = ['csv.time', 'csv.kind', 'csv.rating', 'csv.subject', 'csv.text', 'csv.reply'] as const;

function feedbackCsv(db: Queryable, from: Date, to: Date, t: Translator): Readable {
  return csvFile(
    FEEDBACK_HEADER.map((id) => t(id)),
    lines(),
  );
  async function* lines() {
    const start = { at: from.toISOString(), id: 0 };
    for await (const rows of inBatches(start, (after, limit) => feedbackRows(db, to, after, limit))) {
      yield rows.map((row) => [row.at, row.kind, row.rating, row.subject, row.text, row.reply]);
    }
  }
}
