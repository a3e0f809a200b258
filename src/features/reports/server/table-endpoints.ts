import type { Queryable } from '#platform/database/statement.ts';
import { download } from '#platform/http/download.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { fileAnswer } from '../report-contract.ts';
import { bookingFilter, paymentFilter } from '../table-contract.ts';
import { bookingSheet, paymentSheet } from './trade-sheets.ts';

const CSV = 'text/csv; charset=utf-8';

/** The tables of the back office as CSV, narrowed by the filters of their screens. They are read while they are sent. */
export function tableEndpoints({ db }: { db: Queryable }): Endpoint[] {
  const table = { method: 'GET', tag: 'Back office', access: 'admin', answer: fileAnswer } as const;
  return [
    endpoint({
      ...table,
      path: '/admin/bookings/csv',
      summary: 'Bookings as CSV',
      query: bookingFilter,
      handle: async ({ query, reply }) => download(reply, 'bookings.csv', CSV, bookingSheet(db, query)),
    }),
    endpoint({
      ...table,
      path: '/admin/payments/csv',
      summary: 'Payments as CSV',
      query: paymentFilter,
      handle: async ({ query, reply }) => download(reply, 'payments.csv', CSV, paymentSheet(db, query)),
    }),
  ];
}
