import { callsOf } from '#lib/api-client/api-call.ts';
import type { bankAccountContract } from './bank-account-contract.ts';

export const bankAccountCalls = callsOf<typeof bankAccountContract>({
  list: 'GET /api/admin/bank-accounts',
  propose: 'POST /api/admin/bank-accounts',
  addForeign: 'POST /api/admin/foreign-accounts',
  cancel: 'POST /api/admin/bank-accounts/:version/cancel',
});
