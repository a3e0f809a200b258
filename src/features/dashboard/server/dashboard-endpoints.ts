import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { dashboardAnswer } from '../model/dashboard-contract.ts';
import { dashboardReader } from './read-dashboard.ts';

/** The figures behind the charts of the back office's first screen. */
export function dashboardEndpoints(needs: { db: Queryable; clock: Clock }): Endpoint[] {
  const read = dashboardReader(needs);
  return [
    endpoint({
      method: 'GET',
      path: '/admin/dashboard',
      summary: 'Revenue by month and what was new by week',
      tag: 'Back office',
      access: 'admin',
      answer: dashboardAnswer,
      handle: read,
    }),
  ];
}
