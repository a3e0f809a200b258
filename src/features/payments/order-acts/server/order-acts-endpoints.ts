import { toOutcomeResponse } from '#features/people/server/api.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { returnCalls } from '../../office-calls.ts';
import { returnContract } from '../model/order-acts-contract.ts';
import { type ReturnDeps, recordReturn } from './record-return.ts';

export function orderActsEndpoints(deps: ReturnDeps): Endpoint[] {
  return [
    endpoint(returnCalls.record, returnContract.record, {
      access: 'admin',
      permission: 'bookings:write',
      summary: 'Record that a car of an undone order is back; its refunds are sent from then on',
      handle: async ({ params, body, caller, request, t }) => {
        const back = { listingId: body.listing_id, note: body.note };
        return toOutcomeResponse(await recordReturn(deps, adminOf(caller), params.id, back, originOf(request)), t);
      },
    }),
  ];
}
