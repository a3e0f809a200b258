import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { download } from '#lib/server/http/download.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { reportCalls } from '../../office-calls.ts';
import { parseReportQuery } from '../model/parse-report-query.ts';
import { reportFileName, reportYears } from '../model/report.ts';
import { reportContract } from '../model/report-contract.ts';
import { reportCsv } from './report-csv.ts';
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
