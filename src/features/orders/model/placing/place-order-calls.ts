import { callsOf } from '#lib/api-client/api-call.ts';
import type { placeOrderContract } from './place-order-contract.ts';

export const placeOrderCalls = callsOf<typeof placeOrderContract>({
  terms: 'GET /api/order-terms',
  place: 'POST /api/orders',
  cancelHold: 'POST /api/orders/:id/cancel-hold',
});
