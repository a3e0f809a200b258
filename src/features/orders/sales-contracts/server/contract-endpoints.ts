import type { OrderDeps } from '#features/orders/orders/server/order-deps.ts';
import { originOf, userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { contractCalls } from '../../orders-calls.ts';
import { contractContract } from '../model/sales-contract-contract.ts';
import { acceptContract, mySales, showContract } from './sales-contract.ts';

export function contractEndpoints(deps: OrderDeps): Endpoint[] {
  const { pool } = deps.payments;
  const party = { access: 'user' } as const;
  return [
    endpoint(contractCalls.show, contractContract.show, {
      ...party,
      summary: 'The sales contract of an order in English and Chinese, for its buyer and the sellers of its cars',
      handle: ({ params, caller, t }) => showContract(pool, userOf(caller).id, params.id, t),
    }),
    endpoint(contractCalls.accept, contractContract.accept, {
      ...party,
      summary: 'Accept exactly the text of the sales contract that has this hash',
      handle: async ({ params, body, caller, request, t }) => {
        const { id } = userOf(caller);
        await acceptContract(deps, id, params.id, body.hash, t, originOf(request));
        return showContract(pool, id, params.id, t);
      },
    }),
    endpoint(contractCalls.sales, contractContract.sales, {
      ...party,
      summary: 'The sold cars of the user, with their share of the price and the sales contract',
      handle: ({ caller }) => mySales(pool, userOf(caller).id),
    }),
  ];
}
