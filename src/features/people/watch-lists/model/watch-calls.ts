import { callsOf } from '#lib/api-client/api-call.ts';
import type { watchContract } from './watch-contract.ts';

export const watchCalls = callsOf<typeof watchContract>({
  list: 'GET /api/admin/watch-lists',
  add: 'POST /api/admin/watch-lists',
  remove: 'DELETE /api/admin/watch-lists/:id',
  importCsv: 'POST /api/admin/watch-lists/csv',
  clear: 'POST /api/admin/order-holds/:id/clear',
});
