import { callsOf } from '#lib/api-client/api-call.ts';
import type { sellerContract } from './seller-contract.ts';

export const sellerCalls = callsOf<typeof sellerContract>({
  one: 'GET /api/sellers/:id',
});
