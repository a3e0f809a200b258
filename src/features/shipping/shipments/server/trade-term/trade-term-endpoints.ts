import type { OrderDeps } from '#features/orders/server/api.ts';
import { tradeTermCalls } from '#features/payments/payments-calls.ts';
import { tradeTermContract } from '#features/payments/trade-terms/model/trade-term-contract.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { chooseTradeTerm } from './choose-trade-term.ts';
import { readTradeTerms } from './read-trade-terms.ts';

export function tradeTermEndpoints(deps: OrderDeps): Endpoint[] {
  const { pool, clock } = deps.payments;
  const buyer = { access: 'user' } as const;
  return [
    endpoint(tradeTermCalls.offers, tradeTermContract.offers, {
      ...buyer,
      summary: 'How far we ship the cars of an order, and what other trade terms would add to its price',
      handle: ({ params, caller }) => readTradeTerms(pool, userOf(caller).id, params.id, clock.now()),
    }),
    endpoint(tradeTermCalls.choose, tradeTermContract.choose, {
      ...buyer,
      summary: 'Choose the trade term of an order; what it adds becomes a part of the payment plan',
      limit: { uses: 60, inSeconds: 3_600 },
      handle: async ({ params, body, caller, t }) => {
        const { id: userId } = userOf(caller);
        await chooseTradeTerm(deps, userId, params.id, body, t);
        return readTradeTerms(pool, userId, params.id, clock.now());
      },
    }),
  ];
}
