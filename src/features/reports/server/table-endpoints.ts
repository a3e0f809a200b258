import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { userFilter } from '#features/accounts/model/admin-account-contract.ts';
import type { AccountDeps } from '#features/accounts/server/api.ts';
import { auditQuery } from '#features/audit/model/audit-contract.ts';
import { bookingFilter } from '#features/bookings/model/admin-booking-contract.ts';
import { messagesQuery } from '#features/contact/model/message-contract.ts';
import { adminListingFilter } from '#features/moderation/model/admin-listing-contract.ts';
import { type AdminSearch, allQueued } from '#features/moderation/server/api.ts';
import { subscribersQuery } from '#features/newsletter/model/subscriber-contract.ts';
import { paymentFilter } from '#features/payments/model/admin-payment-contract.ts';
import { reviewFilter } from '#features/reviews/model/admin-review-contract.ts';
import { download } from '#lib/server/http/download.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { fileAnswer, noFilter } from '../model/report-contract.ts';
import { auditCsv, listingCsv, userCsv } from './admin-csv.ts';
import { messageCsv, reviewCsv, subscriberCsv } from './customer-csv.ts';
import { bookingCsv, paymentCsv } from './order-csv.ts';

type Needs = { tools: AccountDeps; search: AdminSearch };

/** The tables of the back office as CSV, narrowed by the filters of their screens. They are read while they are sent. */
export function tableEndpoints({ tools, search }: Needs): Endpoint[] {
  const { pool } = tools;
  const page = { after: true } as const;
  return [
    table('listings', 'Listings', adminListingFilter, (filter) => listingCsv(search.all(filter))),
    table('moderation', 'The review queue', noFilter, () => listingCsv(allQueued(pool))),
    table('users', 'Users', userFilter, (filter) => userCsv(pool, filter)),
    table('bookings', 'Bookings', bookingFilter, (filter) => bookingCsv(pool, filter)),
    table('payments', 'Payments', paymentFilter, (filter) => paymentCsv(pool, filter)),
    table('reviews', 'Reviews', reviewFilter, (filter) => reviewCsv(pool, filter)),
    table('messages', 'Messages', messagesQuery.omit(page), (filter) => messageCsv(pool, filter)),
    table('subscribers', 'Subscribers', subscribersQuery.omit(page), (filter) => subscriberCsv(pool, filter)),
    table('audit', 'The audit log', auditQuery.omit({ after: true, limit: true }), (filter) => auditCsv(tools, filter)),
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
