import { userOf } from '#lib/server/http/caller.ts';
import { download, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { payoutCalls } from '../../bookkeeping-calls.ts';
import { payoutContract } from '../model/payout-contract.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { myStatement } from './payout-statement.ts';
import { myPayouts } from './read-payouts.ts';

export function payoutEndpoints(deps: PayoutDeps): Endpoint[] {
  const seller = { access: 'user' } as const;
  return [
    endpoint(payoutCalls.mine, payoutContract.mine, {
      ...seller,
      summary: 'The payouts of the user, what is due, and the account that they go to',
      handle: ({ caller }) => myPayouts(deps.pool, userOf(caller).id, deps.clock.now()),
    }),
    endpoint(payoutCalls.statement, payoutContract.statement, {
      ...seller,
      summary: 'The statement of a payout of the user, as PDF',
      limit: { uses: 60, inSeconds: 3_600 },
      handle: async ({ params, caller, reply }) => {
        const { name, type, content } = await myStatement(deps, userOf(caller).id, params.id);
        return download(reply, name, type, content);
      },
    }),
  ];
}
