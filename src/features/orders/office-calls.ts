import { callsOf } from '#lib/api-client/api-call.ts';
import type { holdRightContract } from './holds/model/place-order-contract.ts';
import type {
  adminOrderContract,
  cashReturnContract,
  rentalContract,
} from './order-pages/model/admin-order-contract.ts';

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

export const cashReturnCalls = callsOf<typeof cashReturnContract>({
  give: 'POST /api/admin/orders/:id/cash-returns',
});

export const rentalCalls = callsOf<typeof rentalContract>({
  security: 'POST /api/admin/orders/:id/security',
  charge: 'POST /api/admin/orders/:id/charges',
  evidence: 'GET /api/orders/:id/charges/:charge/evidence/:position',
});

export const holdRightCalls = callsOf<typeof holdRightContract>({
  read: 'GET /api/admin/users/:id/hold-right',
  restore: 'POST /api/admin/users/:id/hold-right',
});
