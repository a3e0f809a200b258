import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { dashboardCalls } from '../../office-calls.ts';
import { dashboardContract } from '../model/dashboard-contract.ts';
import { dashboardReader } from './read-dashboard.ts';

export function dashboardEndpoints(deps: { db: Queryable; clock: Clock }): Endpoint[] {
  const read = dashboardReader(deps);
  return [
    endpoint(dashboardCalls.read, dashboardContract.read, {
      summary: 'Revenue by month and what was new by week',
      access: 'admin',
      permission: 'dashboard:read',
      handle: read,
    }),
  ];
}
