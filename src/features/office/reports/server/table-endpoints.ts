import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type AdminSearch, allQueued } from '#features/catalog/server/api.ts';
import type { AccountDeps } from '#features/people/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { download } from '#lib/server/http/download.ts';
import { type Endpoint, endpoint, type PermissionName } from '#lib/server/http/endpoint.ts';
import { tableCalls } from '../../office-calls.ts';
import { tableContract } from '../model/table-contract.ts';
import { auditCsv, listingCsv, userCsv } from './admin-csv.ts';
import { messageCsv, reviewCsv, subscriberCsv } from './customer-csv.ts';
import { bookingCsv, paymentCsv } from './order-csv.ts';

type Deps = { deps: AccountDeps; search: AdminSearch };

/** CSV exports of the back-office tables, with the filters of their screens. Rows are read while they are sent. */
export function tableEndpoints({ deps, search }: Deps): Endpoint[] {
  const { pool } = deps;
  const { listings, moderation, users, bookings, payments, reviews, messages, subscribers, audit } = tableContract;
  return [
    endpoint(
      tableCalls.listings,
      listings,
      csv('Listings', 'listings', 'cars:read', (filter, t) => listingCsv(search.all(filter), t)),
    ),
    endpoint(
      tableCalls.moderation,
      moderation,
      csv('The review queue', 'moderation', 'cars:read', (_filter, t) => listingCsv(allQueued(pool), t)),
    ),
    endpoint(
      tableCalls.users,
      users,
      csv('Users', 'users', 'users:read', (filter, t) => userCsv(pool, filter, t)),
    ),
    endpoint(
      tableCalls.bookings,
      bookings,
      csv('Bookings', 'bookings', 'bookings:read', (filter, t) => bookingCsv(pool, filter, t)),
    ),
    endpoint(
      tableCalls.payments,
      payments,
      csv('Payments', 'payments', 'payments:read', (filter, t) => paymentCsv(pool, filter, t)),
    ),
    endpoint(
      tableCalls.reviews,
      reviews,
      csv('Reviews', 'reviews', 'reviews:read', (filter, t) => reviewCsv(pool, filter, t)),
    ),
    endpoint(
      tableCalls.messages,
      messages,
      csv('Messages', 'messages', 'messages:read', (filter, t) => messageCsv(pool, filter, t)),
    ),
    endpoint(
      tableCalls.subscribers,
      subscribers,
      csv('Subscribers', 'subscribers', 'messages:read', (filter, t) => subscriberCsv(pool, filter, t)),
    ),
    endpoint(
      tableCalls.audit,
      audit,
      csv('The audit log', 'audit', 'audit:read', (filter, t) => auditCsv(deps, filter, t)),
    ),
  ];
}

function csv<Filter>(
  summary: string,
  name: string,
  permission: PermissionName,
  rows: (filter: Filter, t: Translator) => Readable,
) {
  return {
    summary: `${summary} as CSV`,
    access: 'admin' as const,
    permission,
    handle: async ({ query, t, reply }: { query: Filter; t: Translator; reply: FastifyReply }) =>
      download(reply, `${name}.csv`, 'text/csv; charset=utf-8', rows(query, t)),
  };
}
