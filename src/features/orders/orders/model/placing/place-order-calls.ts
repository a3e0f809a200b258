import { callsOf } from '#lib/api-client/api-call.ts';
import type { placeOrderContract } from './place-order-contract.ts';

export const placeOrderCalls = callsOf<typeof placeOrderContract>({
  place: 'POST /api/orders',
  takeOut: 'POST /api/orders/:id/take-out',
  cancelHold: 'POST /api/orders/:id/cancel-hold',
});
