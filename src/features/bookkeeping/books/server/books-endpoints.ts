import type pg from 'pg';
import type { Clock } from '#lib/clock.ts';
import { csvFile } from '#lib/server/csv/csv.ts';
import { download, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { booksCalls } from '../../office-calls.ts';
import { booksContract } from '../model/books-contract.ts';
import { readBooks, trialBalanceRows } from './read-books.ts';

export function booksEndpoints(deps: { pool: pg.Pool; clock: Clock }): Endpoint[] {
  const office = { access: 'admin', permission: 'reports:read' } as const;
  return [
    endpoint(booksCalls.show, booksContract.show, {
      ...office,
      summary: 'Receivables and payables by age, clearing accounts, and the trial balance of a month',
      handle: ({ query }) => readBooks(deps, query.month),
    }),
    endpoint(booksCalls.csv, booksContract.csv, {
      ...office,
      summary: 'The trial balance of a month as CSV; the last row has the totals',
      handle: async ({ query, t, reply }) => {
        const { month, rows } = await trialBalanceRows(deps, query.month);
        const head = ['account', 'opening', 'debit', 'credit', 'closing'] as const;
        const file = csvFile(
          head.map((column) => t(`books.${column}`)),
          (async function* () {
            yield rows;
          })(),
        );
        return download(reply, `trial-balance-${month}.csv`, 'text/csv; charset=utf-8', file);
      },
    }),
  ];
}
