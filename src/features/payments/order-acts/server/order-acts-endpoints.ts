import { toOutcomeResponse } from '#features/people/server/api.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { lossCalls, returnCalls } from '../../office-calls.ts';
import { lossContract, returnContract } from '../model/order-acts-contract.ts';
import { proposeLoss } from './record-loss.ts';
import { type ReturnDeps, recordReturn } from './record-return.ts';

export function orderActsEndpoints(deps: ReturnDeps): Endpoint[] {
  return [
    endpoint(returnCalls.record, returnContract.record, {
      access: 'admin',
      permission: 'bookings:write',
      summary: 'Record that a car is back; its refunds are sent from then on',
      handle: async ({ params, body, caller, request, t }) => {
        const back = { listingId: body.listing_id, note: body.note };
        return toOutcomeResponse(await recordReturn(deps, adminOf(caller), params.id, back, originOf(request)), t);
      },
    }),
    endpoint(lossCalls.propose, lossContract.propose, {
      access: 'admin',
      permission: 'bookings:write',
      summary: 'Propose that a car is lost on its way; its refunds are sent once a second person approves it',
      handle: async ({ params, body, caller, request, t }) =>
        toOutcomeResponse(await proposeLoss(deps, adminOf(caller), params.id, body, originOf(request)), t),
    }),
  ];
}
