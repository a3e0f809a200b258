import { callsOf } from '#lib/api-client/api-call.ts';
import type { payoutContract } from './payouts/model/payout-contract.ts';

export const payoutCalls = callsOf<typeof payoutContract>({
  mine: 'GET /api/my-payouts',
  statement: 'GET /api/my-payouts/:id/statement',
});
