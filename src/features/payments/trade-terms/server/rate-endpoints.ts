import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { rateCalls } from '../../office-calls.ts';
import { rateContract } from '../model/trade-term-contract.ts';
import { type RateDeps, readRates, saveRates } from './save-rates.ts';

export function rateEndpoints(deps: RateDeps): Endpoint[] {
  const office = { access: 'admin' } as const;
  return [
    endpoint(rateCalls.read, rateContract.read, {
      ...office,
      permission: 'terms:read',
      summary: 'List what we charge for shipping a car, by port and place inland',
      handle: () => readRates(deps.pool),
    }),
    endpoint(rateCalls.save, rateContract.save, {
      ...office,
      permission: 'terms:write',
      summary: 'Replace the transport rates; orders keep what they were charged',
      handle: ({ body, caller, request }) => saveRates(deps, adminOf(caller), body, originOf(request)),
    }),
  ];
}
