import { callsOf } from '#lib/api-client/api-call.ts';
import type { pricePositionContract } from './price-position-contract.ts';

export const pricePositionCalls = callsOf<typeof pricePositionContract>({
  of: 'GET /api/listings/:id/price-position',
});
