import { callsOf } from '#lib/api-client/api-call.ts';
import type { slipContract } from './slip-contract.ts';

export const slipCalls = callsOf<typeof slipContract>({
  send: 'POST /api/orders/:id/slips',
  mine: 'GET /api/orders/:id/slips',
  ofOrder: 'GET /api/admin/orders/:id/slips',
  open: 'GET /api/orders/:id/slips/:slip',
});
