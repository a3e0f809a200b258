import type pg from 'pg';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { rateCalls } from '../model/rate-calls.ts';
import { rateContract } from '../model/rate-contract.ts';
import { readRates, saveRates } from './save-rates.ts';

export function rateEndpoints({ pool }: { pool: pg.Pool }): Endpoint[] {
  const office = { tag: 'Back office', access: 'admin' } as const;
  return [
    endpoint(rateCalls.read, rateContract.read, {
      ...office,
      permission: 'terms:read',
      summary: 'List what we charge for shipping a car, by port and place inland',
      handle: () => readRates(pool),
    }),
    endpoint(rateCalls.save, rateContract.save, {
      ...office,
      permission: 'terms:write',
      summary: 'Replace the transport rates; orders keep what they were charged',
      handle: ({ body, caller, request }) => saveRates(pool, adminOf(caller), body, originOf(request)),
    }),
  ];
}
