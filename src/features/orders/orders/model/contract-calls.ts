import { callsOf } from '#lib/api-client/api-call.ts';
import type { contractContract } from './contract-contract.ts';

export const contractCalls = callsOf<typeof contractContract>({
  show: 'GET /api/orders/:id/contract',
  accept: 'POST /api/orders/:id/contract/acceptance',
  sales: 'GET /api/my-sales',
});
