import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { auditQuery, userFilter } from '#features/accounts/managed-accounts-contract.ts';
import type { AccountTools } from '#features/accounts/server/account-tools.ts';
import { bookingFilter } from '#features/bookings/managed-booking-contract.ts';
import { messagesQuery } from '#features/contact/managed-messages-contract.ts';
import { subscribersQuery } from '#features/content/managed-subscribers-contract.ts';
import { managedFilter } from '#features/listings/managed-contract.ts';
import { allWaiting } from '#features/listings/server/find-managed.ts';
import { paymentFilter } from '#features/payments/managed-payment-contract.ts';
import { reviewFilter } from '#features/reviews/managed-review-contract.ts';
import type { ManagedSearch } from '#features/search/server/managed-search.ts';
import { download } from '#platform/http/download.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { fileAnswer, noFilter } from '../report-contract.ts';
import { messageSheet, reviewSheet, subscriberSheet } from './customer-sheets.ts';
import { auditSheet, listingSheet, userSheet } from './office-sheets.ts';
import { bookingSheet, paymentSheet } from './trade-sheets.ts';

type Needs = { tools: AccountTools; search: ManagedSearch };

/** The tables of the back office as CSV, narrowed by the filters of their screens. They are read while they are sent. */
export function tableEndpoints({ tools, search }: Needs): Endpoint[] {
  const { pool } = tools;
  const page = { after: true } as const;
  return [
    table('listings', 'Listings', managedFilter, (filter) => listingSheet(search.all(filter))),
    table('moderation', 'The review queue', noFilter, () => listingSheet(allWaiting(pool))),
    table('users', 'Users', userFilter, (filter) => userSheet(pool, filter)),
    table('bookings', 'Bookings', bookingFilter, (filter) => bookingSheet(pool, filter)),
    table('payments', 'Payments', paymentFilter, (filter) => paymentSheet(pool, filter)),
    table('reviews', 'Reviews', reviewFilter, (filter) => reviewSheet(pool, filter)),
    table('messages', 'Messages', messagesQuery.omit(page), (filter) => messageSheet(pool, filter)),
    table('subscribers', 'Subscribers', subscribersQuery.omit(page), (filter) => subscriberSheet(pool, filter)),
    table('audit', 'The audit log', auditQuery.omit({ after: true, limit: true }), (filter) =>
      auditSheet(tools, filter),
    ),
  ];
}

function table<Query extends z.ZodType>(
  name: string,
  summary: string,
  query: Query,
  sheet: (filter: z.output<Query>) => Readable,
): Endpoint {
  return endpoint({
    method: 'GET',
    path: `/admin/${name}/csv`,
    summary: `${summary} as CSV`,
    tag: 'Back office',
    access: 'admin',
    query,
    answer: fileAnswer,
    handle: async ({ query: filter, reply }) =>
      download(reply, `${name}.csv`, 'text/csv; charset=utf-8', sheet(filter)),
  });
}
