import type { Clock } from '#lib/clock.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { vinCalls } from '../../catalog-calls.ts';
import { vinContract } from '../model/vin-contract.ts';
import { checkVin, type VinCheckDeps } from './check-vin.ts';

type Needs = VinCheckDeps & { clock: Clock };

export function vinEndpoints({ clock, ...deps }: Needs): Endpoint[] {
  return [
    endpoint(vinCalls.read, vinContract.read, {
      summary: 'Decode a VIN and compare it with the seller’s values',
      access: 'user',
      limit: { uses: 120, inSeconds: 3_600 },
      handle: async ({ params, query, t }) => {
        const typed = { make: query.make ?? null, year: query.year ?? null };
        return checkVin(deps, params.vin, typed, clock.now().getUTCFullYear(), t);
      },
    }),
  ];
}
