import { callsOf } from '#lib/api-client/api-call.ts';
import type { termsOfficeContract } from './terms-office-contract.ts';

export const termsOfficeCalls = callsOf<typeof termsOfficeContract>({
  read: 'GET /api/admin/order-terms',
  propose: 'POST /api/admin/order-terms',
  bankDays: 'GET /api/admin/bank-days',
  saveBankDays: 'PUT /api/admin/bank-days',
});
