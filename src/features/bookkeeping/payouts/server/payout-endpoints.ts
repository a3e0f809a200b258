import { payoutCalls } from '#features/bookkeeping/bookkeeping-calls.ts';
import { adminPayoutCalls } from '#features/bookkeeping/office-calls.ts';
import { adminPayoutContract, payoutContract } from '#features/bookkeeping/payouts/model/payout-contract.ts';
import { toOutcomeResponse } from '#features/people/server/api.ts';
import { adminOf, originOf, userOf } from '#lib/server/http/caller.ts';
import { download, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { proposePayoutDays } from './change-payout-days.ts';
import { bookPayout, cancelPayout, createPayout, failPayout, recordPayoutSent } from './pay-sellers.ts';
import { myStatement, type PayoutDeps } from './payout-statement.ts';
import { listPayouts, myPayouts } from './read-payouts.ts';

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

export function adminPayoutEndpoints(deps: PayoutDeps): Endpoint[] {
  const office = { access: 'admin', permission: 'payments:write' } as const;
  return [
    endpoint(adminPayoutCalls.list, adminPayoutContract.list, {
      ...office,
      permission: 'bank:read',
      summary: 'Sellers who are to be paid, and payouts',
      handle: ({ caller }) => listPayouts(deps.pool, deps.clock.now(), adminOf(caller).id),
    }),
    endpoint(adminPayoutCalls.create, adminPayoutContract.create, {
      ...office,
      summary:
        'Prepare a payout of all that a seller may be paid; an early one, and one above the limit, waits for a second person',
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(
          await createPayout(
            deps,
            adminOf(caller),
            { sellerId: body.seller_id, early: body.early ?? false },
            originOf(request),
          ),
          t,
        ),
    }),
    endpoint(adminPayoutCalls.days, adminPayoutContract.days, {
      ...office,
      summary: 'Propose after how many days a seller is paid, instead of those of the order terms',
      handle: async ({ params, body, caller, request, t }) =>
        toOutcomeResponse(await proposePayoutDays(deps.pool, adminOf(caller), params.id, body, originOf(request)), t),
    }),
    endpoint(adminPayoutCalls.sent, adminPayoutContract.sent, {
      ...office,
      summary: 'Record that a payout was transferred, and issue its statement',
      handle: async ({ params, caller, request, t }) =>
        toOutcomeResponse(await recordPayoutSent(deps, adminOf(caller), params.id, originOf(request)), t),
    }),
    endpoint(adminPayoutCalls.booked, adminPayoutContract.booked, {
      ...office,
      summary: 'Record by hand that the bank has paid a payout',
      handle: async ({ params, body, caller, request, t }) =>
        toOutcomeResponse(await bookPayout(deps, adminOf(caller), params.id, body.fee_cents, originOf(request)), t),
    }),
    endpoint(adminPayoutCalls.failed, adminPayoutContract.failed, {
      ...office,
      summary: 'Record that a payout came back; the seller is owed again',
      handle: async ({ params, body, caller, request, t }) =>
        toOutcomeResponse(await failPayout(deps, adminOf(caller), params.id, body.reason, originOf(request)), t),
    }),
    endpoint(adminPayoutCalls.cancel, adminPayoutContract.cancel, {
      ...office,
      summary: 'Cancel a payout that was not sent',
      handle: async ({ params, body, caller, request, t }) =>
        toOutcomeResponse(await cancelPayout(deps, adminOf(caller), params.id, body.reason, originOf(request)), t),
    }),
  ];
}
