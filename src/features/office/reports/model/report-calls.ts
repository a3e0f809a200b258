import { callsOf } from '#lib/api-client/api-call.ts';
import type { reportContract } from './report-contract.ts';

export const reportCalls = callsOf<typeof reportContract>({
  pdf: 'GET /api/reports',
  csv: 'GET /api/reports/csv',
  periods: 'GET /api/reports/periods',
});
