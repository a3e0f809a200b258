import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { handoverCalls } from '../../shipping-calls.ts';
import { handoverContract } from '../model/handover-contract.ts';
import { listHandovers } from './list-handovers.ts';
import { type HandoverDeps, recordHandover } from './record-handover.ts';

export function handoverEndpoints(deps: HandoverDeps): Endpoint[] {
  const party = { access: 'user-or-admin' } as const;
  return [
    endpoint(handoverCalls.list, handoverContract.list, {
      ...party,
      permission: 'bookings:read',
      summary: 'The signed handovers of an order, for its parties',
      handle: ({ params, caller }) => listHandovers(deps.pool, caller, params.id),
    }),
    endpoint(handoverCalls.record, handoverContract.record, {
      ...party,
      permission: 'bookings:write',
      summary: 'Record a handover that both sides signed, with photos of all sides; idempotent by id',
      handle: ({ params, body, caller }) => recordHandover(deps, caller, params.id, body),
    }),
  ];
}
