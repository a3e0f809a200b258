import type { MediaDeps } from '#features/site/server/api.ts';
import { originOf, userOf } from '#lib/server/http/caller.ts';
import { downloadEvidence, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { slipCalls } from '../../orders-calls.ts';
import { slipContract } from '../model/slip-contract.ts';
import { mySlips, openSlip, sendSlip, slipsForStaff } from './show-slips.ts';

export function slipEndpoints(deps: MediaDeps): Endpoint[] {
  const { pool } = deps;
  const buyer = { access: 'user' } as const;
  return [
    endpoint(slipCalls.send, slipContract.send, {
      ...buyer,
      summary: 'Send the slip of a transfer as PDF or picture; it never marks anything as paid',
      upload: { files: { file: { most: 1 } } },
      handle: async ({ params, files: [file], caller }) => {
        const { id: userId } = userOf(caller);
        await sendSlip(deps, userId, params.id, file);
        return mySlips(pool, userId, params.id);
      },
    }),
    endpoint(slipCalls.mine, slipContract.mine, {
      ...buyer,
      summary: 'The slips of my order',
      handle: ({ params, caller }) => mySlips(pool, userOf(caller).id, params.id),
    }),
    endpoint(slipCalls.ofOrder, slipContract.ofOrder, {
      access: 'admin',
      permission: 'payments:read',
      summary: 'The slips that the buyer of an order sent',
      handle: ({ params }) => slipsForStaff(pool, params.id),
    }),
    endpoint(slipCalls.open, slipContract.open, {
      access: 'user-or-admin',
      permission: 'payments:read',
      summary: 'A slip, for the buyer and staff; the audit log records when staff open it',
      handle: async ({ params, caller, request, reply }) => {
        const slip = await openSlip(pool, caller, params, originOf(request));
        return downloadEvidence(reply, `slip-${params.slip}`, slip);
      },
    }),
  ];
}
