import { callsOf } from '#lib/api-client/api-call.ts';
import type { handoverContract } from './handover-contract.ts';

export const handoverCalls = callsOf<typeof handoverContract>({
  list: 'GET /api/orders/:id/handovers',
  record: 'POST /api/orders/:id/handovers',
});
