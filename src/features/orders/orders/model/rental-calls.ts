import { callsOf } from '#lib/api-client/api-call.ts';
import type { rentalContract } from './rental-contract.ts';

export const rentalCalls = callsOf<typeof rentalContract>({
  security: 'POST /api/admin/orders/:id/security',
  charge: 'POST /api/admin/orders/:id/charges',
  evidence: 'GET /api/orders/:id/charges/:charge/evidence/:position',
});
