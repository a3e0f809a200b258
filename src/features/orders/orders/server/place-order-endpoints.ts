import { toPaymentResponse } from '#features/payments/server/api.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { placeOrderCalls } from '../../orders-calls.ts';
import { placeOrderContract } from '../model/placing/place-order-contract.ts';
import type { OrderDeps } from './order-deps.ts';
import { placeOrder } from './place-order.ts';
import { myOrder } from './read-orders.ts';
import { cancelHold } from './transfers/end-hold.ts';
import { takeCarOut } from './transfers/take-car-out.ts';

const ACCEPTED = 202;

/** The calls that make an order, or end one that waits for a transfer. */
export function placeOrderEndpoints(deps: OrderDeps): Endpoint[] {
  const { payments } = deps;
  const buyer = { access: 'user' } as const;
  return [
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
          order: orderId === null ? null : await myOrder(payments, payer.userId, orderId, t),
        };
      },
    }),
    endpoint(placeOrderCalls.takeOut, placeOrderContract.takeOut, {
      ...buyer,
      summary:
        'Take one of several cars out of an order that waits for a bank transfer; refused once money has arrived',
      handle: async ({ params, body, caller, t }) => {
        const { id: userId } = userOf(caller);
        await takeCarOut(deps, userId, params.id, body.listing_id, t);
        return myOrder(payments, userId, params.id, t);
      },
    }),
    endpoint(placeOrderCalls.cancelHold, placeOrderContract.cancelHold, {
      ...buyer,
      summary: 'Give up a car that is held for a bank transfer; what has arrived is refunded',
      handle: async ({ params, caller, t }) => {
        const { id: userId } = userOf(caller);
        await cancelHold(deps, userId, params.id);
        return myOrder(payments, userId, params.id, t);
      },
    }),
  ];
}
