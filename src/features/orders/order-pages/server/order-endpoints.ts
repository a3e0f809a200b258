import { placeOrderContract } from '#features/orders/holds/model/place-order-contract.ts';
import { cancelHold } from '#features/orders/holds/server/end-hold.ts';
import { placeOrder } from '#features/orders/holds/server/place-order.ts';
import { takeCarOut } from '#features/orders/holds/server/take-car-out.ts';
import { orderContract, orderDocumentContract } from '#features/orders/orders/model/order-contract.ts';
import type { OrderDeps } from '#features/orders/orders/server/order-deps.ts';
import { payItem } from '#features/orders/orders/server/pay-item.ts';
import { type PaymentDeps, toPaymentResponse } from '#features/payments/server/api.ts';
import type { DocumentDeps } from '#features/site/server/api.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { download, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { orderCalls, orderDocumentCalls, placeOrderCalls } from '../../orders-calls.ts';
import { threadOfOrder } from './order-thread.ts';
import { myDocument, myOrder, myOrders } from './read-orders.ts';

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
    endpoint(orderCalls.thread, orderContract.thread, {
      ...buyer,
      summary: 'Open the conversation of an order, for its buyer and its seller',
      limit: { uses: 120, inSeconds: 3_600 },
      handle: async ({ params, caller }) => ({
        flag: '1' as const,
        number: await threadOfOrder(deps.pool, userOf(caller).id, params.id),
      }),
    }),
  ];
}

export function orderDocumentEndpoints(deps: DocumentDeps): Endpoint[] {
  return [
    endpoint(orderDocumentCalls.file, orderDocumentContract.file, {
      access: 'user',
      summary: 'A document about an order of the user, as PDF',
      limit: { uses: 60, inSeconds: 3_600 },
      handle: async ({ params, caller, reply }) => {
        const { name, type, content } = await myDocument(deps, userOf(caller).id, params.id, params.document);
        return download(reply, name, type, content);
      },
    }),
  ];
}

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
