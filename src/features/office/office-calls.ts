import { callsOf } from '#lib/api-client/api-call.ts';
import type { dashboardContract } from './dashboard/model/dashboard-contract.ts';
import type { reportContract, tableContract } from './reports/model/report-contract.ts';

export const dashboardCalls = callsOf<typeof dashboardContract>({
  read: 'GET /api/admin/dashboard',
});

export const reportCalls = callsOf<typeof reportContract>({
  pdf: 'GET /api/reports',
  csv: 'GET /api/reports/csv',
  periods: 'GET /api/reports/periods',
});

/** CSV exports of the back-office tables. */
export const tableCalls = callsOf<typeof tableContract>({
  listings: 'GET /api/admin/listings/csv',
  moderation: 'GET /api/admin/moderation/csv',
  users: 'GET /api/admin/users/csv',
  bookings: 'GET /api/admin/bookings/csv',
  payments: 'GET /api/admin/payments/csv',
  reviews: 'GET /api/admin/reviews/csv',
  messages: 'GET /api/admin/messages/csv',
  subscribers: 'GET /api/admin/subscribers/csv',
  audit: 'GET /api/admin/audit/csv',
});
