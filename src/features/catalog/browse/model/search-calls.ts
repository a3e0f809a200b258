import { callsOf } from '#lib/api-client/api-call.ts';
import type { searchContract } from './search-contract.ts';

export const searchCalls = callsOf<typeof searchContract>({
  suggestions: 'GET /api/listings/suggestions',
  relaxations: 'GET /api/listings/relaxations',
});
