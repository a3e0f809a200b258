import { parse } from 'csv-parse/sync';
import { reportPeriod } from '#features/office/reports/model/report.ts';
import { moneyMovements } from '#features/office/reports/server/report-ledger-store.ts';
import { MONEY_ACCOUNTS } from '#features/payments/server/api.ts';
import { centsOf } from '#lib/money.ts';
import { testNow } from '../support/runner/test-clock.ts';
import { type Said, sayings, sum } from './said.ts';
import type { Sale } from './sale.ts';

const BY_LEDGER = `
  with lines as (
    select l.account, l.cents, l.seller_id, e.kind, e.payment_id, e.source from ledger_lines l join ledger_entries e on e.id = l.entry_id
    left join payments p on p.id = e.payment_id where coalesce(e.order_id, p.order_id) = $1)
  select
    coalesce(sum(cents) filter (where account in ${MONEY_ACCOUNTS} and (payment_id is not null or source = 'cash receipt')
      or account = 'disputed_at_provider' and kind = 'dispute lost'), 0) as received,
    coalesce(sum(cents) filter (where account = 'receivable' and kind in ('invoice', 'credit note')), 0) as billed,
    coalesce(-sum(cents) filter (where account = 'cancellation_kept'), 0) as kept,
    coalesce(-sum(cents) filter (where account = 'seller_payable' and kind in ('handover', 'price reduced')
      or seller_id is not null and kind = 'claim decided'), 0) as share,
    coalesce(-sum(cents) filter (where seller_id is not null
      and kind in ('handover', 'price reduced', 'claim decided', 'dispute lost', 'tax reduced')), 0) as left,
    coalesce(sum(cents) filter (where seller_id is not null and kind in ('dispute lost', 'tax reduced')), 0) as borne,
    coalesce(-sum(cents) filter (where account = 'tax_payable'), 0) as tax
  from lines`;

/** Reads the ledger of an order. */
export async function saidByLedger({ world: { pool } }: Sale, order: number, life: string): Promise<Said[]> {
  const [row] = (await pool.query(BY_LEDGER, [order])).rows;
  return sayings('ledger', {
    received: row.received,
    billed: row.billed,
    ...(life === 'cancelled' && { kept: row.kept }),
    ...(life === 'completed' && {
      'share of the seller': row.share,
      'left to the seller': row.left,
      'borne by the seller': row.borne,
      'tax owed': row.tax,
    }),
  });
}

const monthOf = (at: Date) => ({ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1 });
type Month = ReturnType<typeof monthOf>;
/** The months in which this file ran: two at the end of a month. */
const BEGAN = monthOf(testNow());

function months(): Month[] {
  const now = monthOf(testNow());
  return now.month === BEGAN.month ? [now] : [BEGAN, now];
}

type Line = Record<string, string>;
const centsIn = (line: Line, column: string) => centsOf(Number(line[column]));

/** Reads the lines of the office's monthly files. */
async function linesOf({ world: { app, admin } }: Sale, addressOf: (month: Month) => string): Promise<Line[]> {
  const lines: Line[] = [];
  for (const month of months()) {
    const { payload } = await app.inject({ url: addressOf(month), headers: { cookie: admin.cookie } });
    lines.push(...(parse(payload, { bom: true, columns: true }) as Line[]));
  }
  return lines;
}

/** Money of a buyer. Payments have a transaction; cash has a cause. A lost dispute reduces it. */
const isOfBuyer = (line: Line) =>
  (MONEY_ACCOUNTS.includes(`'${line.Account}'`) && (line['Transaction ID'] !== '' || line.Cause === 'cash receipt')) ||
  (line.Account === 'disputed_at_provider' && line.Kind === 'dispute lost');

/** Reads the month's reports and the export of the books: each order of the sale, and all sales so far. */
export async function saidByReports(sale: Sale): Promise<{ ofOrder: (order: number) => Said[]; ofAll: Said[] }> {
  const lines = await linesOf(
    sale,
    ({ year, month }) => `/api/reports/csv?reportScope=monthly&reportType=financials&year=${year}&month=${month}`,
  );
  const books = await linesOf(
    sale,
    ({ year, month }) => `/api/admin/books/trial-balance/csv?month=${year}-${String(month).padStart(2, '0')}`,
  );
  const movements: Awaited<ReturnType<typeof moneyMovements>> = [];
  for (const month of months())
    movements.push(...(await moneyMovements(sale.world.pool, reportPeriod({ scope: 'monthly', ...month }))));
  const moved = (...names: string[]) =>
    sum(
      movements.filter(({ name }) => names.includes(name)),
      ({ cents }) => cents,
    );
  return {
    ofOrder: (order) => {
      const own = lines.filter((line) => line['Order ID'] === String(order));
      const tax = own.filter(({ Account }) => Account === 'tax_payable');
      return sayings('report of the month', {
        received: sum(own.filter(isOfBuyer), (line) => centsIn(line, 'Amount')),
        ...(tax.length > 0 && { 'tax owed': 0 - sum(tax, (line) => centsIn(line, 'Amount')) }),
      });
    },
    ofAll: [
      ...sayings('lines of the report', {
        'received of all orders': sum(lines.filter(isOfBuyer), (line) => centsIn(line, 'Amount')),
      }),
      ...sayings('movements of the report', {
        'received of all orders': moved('byProvider', 'byTransfer', 'inPerson') - moved('refundsPaid', 'disputesLost'),
      }),
      ...[...Map.groupBy(lines, ({ Account }) => Account)].flatMap(([account, own]) =>
        sayings('lines of the report', { [`account ${account}`]: sum(own, (line) => centsIn(line, 'Amount')) }),
      ),
      ...books
        .filter(({ Account }) => Account !== 'total')
        .flatMap((line) =>
          sayings('books', { [`account ${line.Account}`]: centsIn(line, 'Debit') + centsIn(line, 'Credit') }),
        ),
    ],
  };
}
