import { type PaymentDeps, toPaymentResponse } from '#features/payments/server/api.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { orderCalls } from '../../orders-calls.ts';
import { orderContract } from '../model/order-contract.ts';
import { payItem } from './pay-item.ts';
import { myOrder, myOrders } from './read-orders.ts';

const ACCEPTED = 202;

export function orderEndpoints(deps: PaymentDeps): Endpoint[] {
  const buyer = { access: 'user' } as const;
  return [
    endpoint(orderCalls.mine, orderContract.mine, {
      ...buyer,
      summary: 'The orders of the user, newest first',
      handle: ({ query: { page = 1, open }, caller }) =>
        myOrders(deps, userOf(caller).id, { page, isOpen: open === 'true' }),
    }),
    endpoint(orderCalls.one, orderContract.one, {
      ...buyer,
      summary: 'An order of the user with its payment plan and documents',
      handle: ({ params, caller, t }) => myOrder(deps, userOf(caller).id, params.id, t),
    }),
    endpoint(orderCalls.pay, orderContract.pay, {
      ...buyer,
      summary: 'Pay an item of an order’s plan, or a part of it',
      handle: async ({ params, body, caller, request, reply, t }) => {
        const payer = { userId: userOf(caller).id, ip: request.ip };
        const status = await payItem(deps, payer, params.id, body);
        if (status.payment.state === 'created') reply.code(ACCEPTED);
        return toPaymentResponse(deps, status, t);
      },
    }),
  ];
}
