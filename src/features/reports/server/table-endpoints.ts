import type { AccountTools } from '#features/accounts/server/account-tools.ts';
import { bookingFilter } from '#features/bookings/managed-booking-contract.ts';
import { paymentFilter } from '#features/payments/managed-payment-contract.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { download } from '#platform/http/download.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { fileAnswer } from '../report-contract.ts';
import { listingFilter, userFilter } from '../table-contract.ts';
import { listingSheet, userSheet } from './office-sheets.ts';
import { bookingSheet, paymentSheet } from './trade-sheets.ts';

const CSV = 'text/csv; charset=utf-8';

/** The tables of the back office as CSV, narrowed by the filters of their screens. They are read while they are sent. */
export function tableEndpoints({ db, tools }: { db: Queryable; tools: AccountTools }): Endpoint[] {
  const table = { method: 'GET', tag: 'Back office', access: 'admin', answer: fileAnswer } as const;
  return [
    endpoint({
      ...table,
      path: '/admin/listings/csv',
      summary: 'Listings as CSV',
      query: listingFilter,
      handle: async ({ query, reply }) => download(reply, 'listings.csv', CSV, listingSheet(db, query)),
    }),
    endpoint({
      ...table,
      path: '/admin/users/csv',
      summary: 'Users as CSV',
      query: userFilter,
      handle: async ({ query, reply }) => download(reply, 'users.csv', CSV, userSheet(tools, query)),
    }),
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
