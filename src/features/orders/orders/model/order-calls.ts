import { callsOf } from '#lib/api-client/api-call.ts';
import type { orderContract } from './order-contract.ts';

export const orderCalls = callsOf<typeof orderContract>({
  mine: 'GET /api/orders',
  one: 'GET /api/orders/:id',
  pay: 'POST /api/orders/:id/payments',
});
