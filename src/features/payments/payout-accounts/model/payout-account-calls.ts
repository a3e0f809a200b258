import { callsOf } from '#lib/api-client/api-call.ts';
import type { payoutAccountContract } from './payout-account-contract.ts';

export const payoutAccountCalls = callsOf<typeof payoutAccountContract>({
  show: 'GET /api/my-payout-account',
  sendCode: 'POST /api/my-payout-account/code',
  enter: 'PUT /api/my-payout-account',
  cancel: 'POST /api/my-payout-account/cancel',
});
