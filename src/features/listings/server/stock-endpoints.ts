import type { Clock } from '#platform/clock.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { stockAnswer, stockQuery } from '../stock-contract.ts';
import { findStock } from './find-stock.ts';
import type { VehicleCatalogue } from './vehicle-catalogue.ts';

type Needs = { reads: Queryable; clock: Clock; catalogue: VehicleCatalogue };

/** The call that landing pages are made of. */
export function stockEndpoints({ reads, clock, catalogue }: Needs): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/stock',
      tag: 'Cars',
      access: 'anyone',
      cache: 'while-stock-unchanged',
      summary: 'What is on the market of a make, a model or a type',
      query: stockQuery,
      answer: stockAnswer,
      handle: async ({ query }) => findStock(reads, query, await catalogue.vehicles(), clock.now().getUTCFullYear()),
    }),
  ];
}
