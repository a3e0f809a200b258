import type pg from 'pg';
import { toOutcomeResponse } from '#features/people/server/api.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { operatorCalls } from '../../office-calls.ts';
import { operatorContract } from '../model/operator-contract.ts';
import { readOperator } from './read-operator.ts';
import { saveOperator } from './save-operator.ts';

export function operatorEndpoints({ pool }: { pool: pg.Pool }): Endpoint[] {
  return [
    endpoint(operatorCalls.read, operatorContract.read, {
      summary: 'Get the company that operates the site',
      access: 'anyone',
      cache: 'while-stock-unchanged',
      readCost: 1,
      handle: () => readOperator(pool),
    }),
    endpoint(operatorCalls.save, operatorContract.save, {
      summary: 'Change the company that operates the site',
      access: 'admin',
      permission: 'operator:write',
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(await saveOperator(pool, adminOf(caller), body, originOf(request)), t),
    }),
  ];
}
