import { callsOf } from '#lib/api-client/api-call.ts';
import type { inventoryContract } from './inventory-contract.ts';

export const inventoryCalls = callsOf<typeof inventoryContract>({
  find: 'GET /api/stock',
});
