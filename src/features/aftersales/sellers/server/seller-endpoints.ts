import type { Inventory } from '#features/catalog/server/api.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { sellerCalls } from '../../aftersales-calls.ts';
import { sellerContract } from '../model/seller-contract.ts';
import { readSeller } from './read-seller.ts';

export function sellerEndpoints(deps: { db: Queryable; inventory: Inventory }): Endpoint[] {
  return [
    endpoint(sellerCalls.one, sellerContract.one, {
      access: 'anyone',
      readCost: 1,
      summary: 'What is known of a seller',
      handle: ({ params }) => readSeller(deps, params.id),
    }),
  ];
}
