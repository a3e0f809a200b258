import { callsOf } from '#lib/api-client/api-call.ts';
import type { cardHoldContract } from './card-hold-contract.ts';

export const cardHoldCalls = callsOf<typeof cardHoldContract>({
  show: 'GET /api/orders/:id/card-hold',
  hold: 'POST /api/orders/:id/card-hold',
  release: 'POST /api/admin/orders/:id/card-hold/release',
  capture: 'POST /api/admin/orders/:id/card-hold/capture',
});
