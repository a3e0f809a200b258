import type pg from 'pg';
import { toOutcomeResponse } from '#features/people/server/api.ts';
import type { DocumentDeps } from '#features/site/server/api.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { cashReturnCalls } from '../../../office-calls.ts';
import { cashReturnContract } from '../../model/cash/cash-return-contract.ts';
import { returnCash } from '../../server/return-cash.ts';

export function cashReturnEndpoints(deps: { pool: pg.Pool; documents: DocumentDeps }): Endpoint[] {
  return [
    endpoint(cashReturnCalls.give, cashReturnContract.give, {
      access: 'admin',
      permission: 'payments:write',
      summary: 'Record that money taken in person was given back; above the limit it waits for a second person',
      handle: async ({ params, body, caller, request, t }) => {
        const { key, method, amount_cents: cents, note, account_id: account = null } = body;
        const given = { order: params.id, key, method, cents, note, account };
        return toOutcomeResponse(await returnCash(deps, adminOf(caller), given, originOf(request)), t);
      },
    }),
  ];
}
