import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type AdminSearch, allQueued } from '#features/catalog/server/api.ts';
import type { AccountDeps } from '#features/people/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { download, type Endpoint, endpoint, type PermissionName } from '#lib/server/http/endpoint.ts';
import { reportCalls, tableCalls } from '../../office-calls.ts';
import { parseReportQuery, reportFileName, reportYears } from '../model/report.ts';
import { reportContract, tableContract } from '../model/report-contract.ts';
import {
  auditCsv,
  bookingCsv,
  listingCsv,
  messageCsv,
  paymentCsv,
  reportCsv,
  reviewCsv,
  subscriberCsv,
  userCsv,
} from './report-csv.ts';
import type { ReportQueue } from './report-queue.ts';

type ReportDeps = { db: Queryable; clock: Clock; queue: ReportQueue };

export function reportEndpoints({ db, clock, queue }: ReportDeps): Endpoint[] {
  const office = { access: 'admin' } as const;
  return [
    endpoint(reportCalls.pdf, reportContract.pdf, {
      ...office,
      permission: 'reports:read',
      summary: 'A report as PDF',
      handle: async ({ query, t, reply }) => {
        const reportRequest = parseReportQuery(query, clock.now());
        const pdf = await queue.make(reportRequest, t.locale);
        return download(reply, reportFileName(reportRequest, 'pdf'), 'application/pdf', pdf);
      },
    }),
    endpoint(reportCalls.csv, reportContract.csv, {
      ...office,
      permission: 'reports:read',
      summary: 'The rows that a report sums up, as CSV',
      handle: async ({ query, t, reply }) => {
        const reportRequest = parseReportQuery(query, clock.now());
        return download(
          reply,
          reportFileName(reportRequest, 'csv'),
          'text/csv; charset=utf-8',
          reportCsv(db, reportRequest, t),
        );
      },
    }),
    endpoint(reportCalls.periods, reportContract.periods, {
      ...office,
      permission: 'reports:read',
      summary: 'The years that reports can be requested for, and the current month',
      handle: async () => {
        const now = clock.now();
        return { years: reportYears(now), month: now.getUTCMonth() + 1 };
      },
    }),
  ];
}

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
