import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { AccountDeps } from '#features/accounts/server/api.ts';
import { type AdminSearch, allQueued } from '#features/moderation/server/api.ts';
import { download } from '#lib/server/http/download.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { tableCalls } from '../model/table-calls.ts';
import { tableContract } from '../model/table-contract.ts';
import { auditCsv, listingCsv, userCsv } from './admin-csv.ts';
import { messageCsv, reviewCsv, subscriberCsv } from './customer-csv.ts';
import { bookingCsv, paymentCsv } from './order-csv.ts';

type Needs = { tools: AccountDeps; search: AdminSearch };

/** CSV exports of the back-office tables, with the filters of their screens. Rows are read while they are sent. */
export function tableEndpoints({ tools, search }: Needs): Endpoint[] {
  const { pool } = tools;
  const { listings, moderation, users, bookings, payments, reviews, messages, subscribers, audit } = tableContract;
  return [
    endpoint(
      tableCalls.listings,
      listings,
      csv('Listings', 'listings', (filter) => listingCsv(search.all(filter))),
    ),
    endpoint(
      tableCalls.moderation,
      moderation,
      csv('The review queue', 'moderation', () => listingCsv(allQueued(pool))),
    ),
    endpoint(
      tableCalls.users,
      users,
      csv('Users', 'users', (filter) => userCsv(pool, filter)),
    ),
    endpoint(
      tableCalls.bookings,
      bookings,
      csv('Bookings', 'bookings', (filter) => bookingCsv(pool, filter)),
    ),
    endpoint(
      tableCalls.payments,
      payments,
      csv('Payments', 'payments', (filter) => paymentCsv(pool, filter)),
    ),
    endpoint(
      tableCalls.reviews,
      reviews,
      csv('Reviews', 'reviews', (filter) => reviewCsv(pool, filter)),
    ),
    endpoint(
      tableCalls.messages,
      messages,
      csv('Messages', 'messages', (filter) => messageCsv(pool, filter)),
    ),
    endpoint(
      tableCalls.subscribers,
      subscribers,
      csv('Subscribers', 'subscribers', (filter) => subscriberCsv(pool, filter)),
    ),
    endpoint(
      tableCalls.audit,
      audit,
      csv('The audit log', 'audit', (filter) => auditCsv(tools, filter)),
    ),
  ];
}

function csv<Filter>(summary: string, name: string, rows: (filter: Filter) => Readable) {
  return {
    summary: `${summary} as CSV`,
    tag: 'Back office',
    access: 'admin' as const,
    handle: async ({ query, reply }: { query: Filter; reply: FastifyReply }) =>
      download(reply, `${name}.csv`, 'text/csv; charset=utf-8', rows(query)),
  };
}
