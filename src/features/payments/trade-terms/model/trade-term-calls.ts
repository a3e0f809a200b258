import { callsOf } from '#lib/api-client/api-call.ts';
import type { tradeTermContract } from './trade-term-contract.ts';

export const tradeTermCalls = callsOf<typeof tradeTermContract>({
  offers: 'GET /api/orders/:id/trade-terms',
  choose: 'PUT /api/orders/:id/trade-term',
});
