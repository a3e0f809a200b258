import { callsOf } from '#lib/api-client/api-call.ts';
import type { landedCostContract } from './landed-cost-contract.ts';

export const landedCostCalls = callsOf<typeof landedCostContract>({
  check: 'GET /api/import/check',
  one: 'GET /api/landed-cost',
  several: 'GET /api/landed-costs',
});
