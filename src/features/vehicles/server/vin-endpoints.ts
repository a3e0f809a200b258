import type { Clock } from '#lib/clock.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { vinCalls } from '../model/vin-calls.ts';
import { vinContract } from '../model/vin-contract.ts';
import { vinResponse } from './vin-response.ts';

export function vinEndpoints({ clock }: { clock: Clock }): Endpoint[] {
  return [
    endpoint(vinCalls.read, vinContract.read, {
      summary: 'Decode a VIN and compare it with the seller’s values',
      tag: 'Selling',
      access: 'user',
      limit: { uses: 120, inSeconds: 3_600 },
      handle: async ({ params, query, t }) =>
        vinResponse(
          params.vin,
          { make: query.make ?? null, year: query.year ?? null },
          clock.now().getUTCFullYear(),
          t,
        ),
    }),
  ];
}
