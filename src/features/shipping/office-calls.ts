import { callsOf } from '#lib/api-client/api-call.ts';
import type { boardContract } from './shipments/model/shipment-contract.ts';

export const boardCalls = callsOf<typeof boardContract>({
  board: 'GET /api/admin/orders/board',
  sailings: 'GET /api/admin/sailings',
  sailing: 'GET /api/admin/sailings/:id',
  load: 'POST /api/admin/sailings',
  tell: 'POST /api/admin/sailings/:id/events',
});
