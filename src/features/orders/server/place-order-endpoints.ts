import { toPaymentResponse } from '#features/payments/server/api.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { placeOrderCalls } from '../model/placing/place-order-calls.ts';
import { placeOrderContract } from '../model/placing/place-order-contract.ts';
import type { OrderDeps } from './order-deps.ts';
import { readOrderTerms } from './order-terms.ts';
import { placeOrder } from './place-order.ts';
import { myOrder } from './read-orders.ts';
import { cancelHold } from './transfers/end-hold.ts';

const ACCEPTED = 202;

/** The calls that make an order, or end one that waits for a transfer. */
export function placeOrderEndpoints(deps: OrderDeps): Endpoint[] {
  const { payments } = deps;
  const buyer = { tag: 'Orders', access: 'user' } as const;
  return [
    endpoint(placeOrderCalls.terms, placeOrderContract.terms, {
      tag: 'Orders',
      access: 'anyone',
      readCost: 1,
      summary: 'The rules of an order that is made now: plans, due days and holds for bank transfers',
      handle: ({ query }) => readOrderTerms(deps, query.country ?? null),
    }),
    endpoint(placeOrderCalls.place, placeOrderContract.place, {
      ...buyer,
      summary: 'Order a car by a payment plan; a bank transfer holds it until the money arrives',
      handle: async ({ body, caller, request, reply, t }) => {
        const payer = { userId: userOf(caller).id, ip: request.ip };
        const status = await placeOrder(deps, payer, body, t);
        const { state, method, orderId } = status.payment;
        if (state === 'created' && method !== 'bank_transfer') reply.code(ACCEPTED);
        return {
          payment: await toPaymentResponse(payments, status, t),
          order: orderId === null ? null : await myOrder(payments, payer.userId, orderId),
        };
      },
    }),
    endpoint(placeOrderCalls.cancelHold, placeOrderContract.cancelHold, {
      ...buyer,
      summary: 'Give up a car that is held for a bank transfer; what has arrived is refunded',
      handle: async ({ params, caller }) => {
        const { id: userId } = userOf(caller);
        await cancelHold(deps, userId, params.id);
        return myOrder(payments, userId, params.id);
      },
    }),
  ];
}
