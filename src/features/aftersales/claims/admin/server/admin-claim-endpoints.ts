import { toOutcomeResponse } from '#features/people/server/api.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { adminClaimCalls } from '../../../office-calls.ts';
import { adminClaimContract } from '../../model/admin-claim-contract.ts';
import type { ClaimDeps } from '../../server/claim-deps.ts';
import { decideClaim } from '../../server/decide-claim.ts';
import { listClaims, showClaim } from './admin-claims.ts';
import { askQuestion } from './ask-question.ts';

export function adminClaimEndpoints(deps: ClaimDeps): Endpoint[] {
  const office = { access: 'admin' } as const;
  const { pool } = deps.bookings.payments;
  return [
    endpoint(adminClaimCalls.list, adminClaimContract.list, {
      ...office,
      permission: 'bookings:read',
      summary: 'Claims of buyers, those whose time is over first',
      handle: () => listClaims(pool),
    }),
    endpoint(adminClaimCalls.one, adminClaimContract.one, {
      ...office,
      permission: 'bookings:read',
      summary: 'A claim with its evidence and the money that a decision splits',
      handle: ({ params, caller }) => showClaim(pool, adminOf(caller), params.id),
    }),
    endpoint(adminClaimCalls.ask, adminClaimContract.ask, {
      ...office,
      permission: 'payments:write',
      summary: 'Ask the buyer or the seller of a claim a question, by email and with the claim',
      handle: async ({ params, body, caller, request, t }) => {
        await askQuestion(deps, adminOf(caller).id, params.id, body, originOf(request));
        return { flag: '1' as const, message: t('claims.asked') };
      },
    }),
    endpoint(adminClaimCalls.decide, adminClaimContract.decide, {
      ...office,
      permission: 'payments:write',
      summary: 'Decide a claim by a split of the frozen money; above the limit a second person confirms it',
      handle: async ({ params, body, caller, request, t }) => {
        const { to_buyer_cents: toBuyerCents, to_seller_cents: toSellerCents, reason } = body;
        const split = { toBuyerCents, toSellerCents, reason };
        return toOutcomeResponse(await decideClaim(deps, adminOf(caller), params.id, split, originOf(request)), t);
      },
    }),
  ];
}
