import { type AccountDeps, toOutcomeResponse } from '#features/people/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { originOf, userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { payoutAccountCalls } from '../../payments-calls.ts';
import { payoutAccountContract } from '../model/payout-account-contract.ts';
import {
  cancelPayoutAccountOf,
  enterPayoutAccount,
  payoutAccountsOf,
  sendAccountCode,
} from './change-payout-account.ts';

export function payoutAccountEndpoints(deps: AccountDeps & { clock: Clock }): Endpoint[] {
  const owner = { access: 'user' } as const;
  return [
    endpoint(payoutAccountCalls.show, payoutAccountContract.show, {
      ...owner,
      summary: 'The bank account that we send money of the user to',
      handle: ({ caller }) => payoutAccountsOf(deps.pool, userOf(caller).id),
    }),
    endpoint(payoutAccountCalls.sendCode, payoutAccountContract.sendCode, {
      ...owner,
      summary: 'Email a code that confirms a bank account',
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(await sendAccountCode(deps, userOf(caller), body, originOf(request)), t),
    }),
    endpoint(payoutAccountCalls.enter, payoutAccountContract.enter, {
      ...owner,
      summary:
        'Enter the bank account for refunds and payouts; needs the password and the code, and counts a day later',
      limit: { uses: 20, inSeconds: 3_600 },
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(await enterPayoutAccount(deps, userOf(caller), body, originOf(request)), t),
    }),
    endpoint(payoutAccountCalls.cancel, payoutAccountContract.cancel, {
      ...owner,
      summary: 'Cancel a bank account that does not count yet',
      handle: async ({ caller, request, t }) =>
        toOutcomeResponse(await cancelPayoutAccountOf(deps, userOf(caller), originOf(request)), t),
    }),
  ];
}
