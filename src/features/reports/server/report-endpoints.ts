import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { download } from '#lib/server/http/download.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { parseReportQuery } from '../model/parse-report-query.ts';
import { reportFileName, reportYears } from '../model/report.ts';
import { fileAnswer, reportQuery, reportYearsAnswer } from '../model/report-contract.ts';
import { reportCsv } from './report-csv.ts';
import type { ReportQueue } from './report-queue.ts';

type ReportTools = { db: Queryable; clock: Clock; press: ReportQueue };

/** The reports of the back office. */
export function reportEndpoints({ db, clock, press }: ReportTools): Endpoint[] {
  const office = { method: 'GET', tag: 'Back office', access: 'admin' } as const;
  return [
    endpoint({
      ...office,
      path: '/reports',
      summary: 'A report as PDF',
      query: reportQuery,
      answer: fileAnswer,
      handle: async ({ query, reply }) => {
        const asked = parseReportQuery(query, clock.now());
        const pdf = await press.make(asked);
        return download(reply, reportFileName(asked, 'pdf'), 'application/pdf', pdf);
      },
    }),
    endpoint({
      ...office,
      path: '/reports/csv',
      summary: 'The rows that a report sums up, as CSV',
      query: reportQuery,
      answer: fileAnswer,
      handle: async ({ query, reply }) => {
        const asked = parseReportQuery(query, clock.now());
        return download(reply, reportFileName(asked, 'csv'), 'text/csv; charset=utf-8', reportCsv(db, asked));
      },
    }),
    endpoint({
      ...office,
      path: '/reports/periods',
      summary: 'The years that reports can be asked for, and the current month',
      answer: reportYearsAnswer,
      handle: async () => {
        const now = clock.now();
        return { years: reportYears(now), month: now.getUTCMonth() + 1 };
      },
    }),
  ];
}
