import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { userFilter } from '#features/accounts/model/admin-account-contract.ts';
import type { AccountTools } from '#features/accounts/server/api.ts';
import { auditQuery } from '#features/audit/model/audit-contract.ts';
import { bookingFilter } from '#features/bookings/model/admin-booking-contract.ts';
import { messagesQuery } from '#features/contact/model/message-contract.ts';
import { managedFilter } from '#features/moderation/model/admin-listing-contract.ts';
import { allWaiting, type ManagedSearch } from '#features/moderation/server/api.ts';
import { subscribersQuery } from '#features/newsletter/model/subscriber-contract.ts';
import { paymentFilter } from '#features/payments/model/admin-payment-contract.ts';
import { reviewFilter } from '#features/reviews/model/admin-review-contract.ts';
import { download } from '#lib/server/http/download.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { fileAnswer, noFilter } from '../model/report-contract.ts';
import { auditSheet, listingSheet, userSheet } from './admin-csv.ts';
import { messageSheet, reviewSheet, subscriberSheet } from './customer-csv.ts';
import { bookingSheet, paymentSheet } from './order-csv.ts';

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
