import { callsOf } from '#lib/api-client/api-call.ts';
import type { cashReturnContract } from './cash-return-contract.ts';

export const cashReturnCalls = callsOf<typeof cashReturnContract>({
  give: 'POST /api/admin/orders/:id/cash-returns',
});
