import type { Readable } from 'node:stream';
import { amountOf } from '#lib/money.ts';
import { csvFile } from '#lib/server/csv/csv.ts';
import { inBatches } from '#lib/server/database/batches.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { type ReportRequest, reportPeriod } from '../model/report.ts';
import { feedbackRows } from './feedback-rows-store.ts';
import { ledgerRows } from './ledger-rows-store.ts';
import { bookingCsv } from './order-csv.ts';

const OFFERS = { sales: 'Sell', rentals: 'Rent' } as const;

/** Streams the rows behind a report as CSV: bookings, ledger lines or feedback. */
export function reportCsv(db: Queryable, request: ReportRequest): Readable {
  const { type } = request;
  const { from, to } = reportPeriod(request);
  if (type === 'financials') return ledgerCsv(db, from, to);
  if (type === 'customerfeedback') return feedbackCsv(db, from, to);
  return bookingCsv(db, { from, to, ...(type !== 'overall' && { offer: OFFERS[type] }) });
}

function ledgerCsv(db: Queryable, from: Date, to: Date): Readable {
  const header = ['Entry ID', 'Time (UTC)', 'Kind', 'Account', 'Amount', 'Currency', 'Transaction ID', 'Car ID'];
  return csvFile(header, lines());
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
      ]);
    }
  }
}

function feedbackCsv(db: Queryable, from: Date, to: Date): Readable {
  return csvFile(['Time (UTC)', 'Kind', 'Rating', 'Subject', 'Text', 'Reply'], lines());
  async function* lines() {
    const start = { at: from.toISOString(), id: 0 };
    for await (const rows of inBatches(start, (after, limit) => feedbackRows(db, to, after, limit))) {
      yield rows.map((row) => [row.at, row.kind, row.rating, row.subject, row.text, row.reply]);
    }
  }
}
