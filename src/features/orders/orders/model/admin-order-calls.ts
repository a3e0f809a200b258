import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminOrderContract } from './admin-order-contract.ts';

export const adminOrderCalls = callsOf<typeof adminOrderContract>({
  list: 'GET /api/admin/orders',
  queues: 'GET /api/admin/order-queues',
  one: 'GET /api/admin/orders/:id',
  cash: 'POST /api/admin/orders/:id/cash-receipts',
  move: 'POST /api/admin/orders/:id/money-moves',
  undoMove: 'POST /api/admin/orders/:id/money-moves/:key/undo',
  complete: 'POST /api/admin/orders/:id/complete',
  revive: 'POST /api/admin/orders/:id/revive',
});
