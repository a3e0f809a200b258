import { awaitProgress } from '#features/payments/payments/client/payment-client.ts';
import { type ApiClient, browserApi } from '#lib/api-client/api-client.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { paths } from '#paths.ts';
import { orderCalls } from '../../orders-calls.ts';
import type { MyOrdersResponse, OrderResponse, OrderSummary, PayItemBody } from '../model/order-contract.ts';

export const orderPath = (id: number) => paths.order.replace(':id', String(id));
export const contractPath = (id: number) => paths.contract.replace(':id', String(id));
export const payOrderPath = (id: number) => paths.payOrder.replace(':id', String(id));

/** Fetches an order of the user; null if there is none. */
export function fetchOrder(api: ApiClient, id: string): Promise<OrderResponse | null> {
  return api.find(orderCalls.one, { params: { id } });
}

/** Fetches the user's newest orders that are held or booked. */
export function fetchMyOrders(api: ApiClient): Promise<MyOrdersResponse> {
  return api.call(orderCalls.mine, { query: { page: 1, open: 'true' } });
}

const RECENT_MS = 30 * 86_400_000;

/** Fetches the user's orders that ended in the last 30 days without a booking: holds whose transfer did not come. */
export async function fetchEndedHolds(api: ApiClient): Promise<OrderSummary[]> {
  const { items } = await api.call(orderCalls.mine, { query: { page: 1 } });
  return items.filter(
    ({ life, cars, ended_at: endedAt }) =>
      life === 'cancelled' &&
      cars.every(({ booking_id: booking }) => booking === null) &&
      Date.parse(endedAt ?? '') > Date.now() - RECENT_MS,
  );
}

/** The calls that pay an item of an order. The server takes the amount in the first one. */
export function itemPaymentCalls(orderId: number) {
  return {
    pay: (body: PayItemBody) => browserApi.call(orderCalls.pay, { params: { id: orderId }, body }),
    /** Nothing to mark. */
    markSold: async () => {},
    async book({ transactionId }: { transactionId: string }) {
      await awaitProgress(transactionId, 'captured');
      return { orderId };
    },
  };
}

/** Opens the conversation of the order of the page. */
export const openConversation: FormAction = async ({ api, params }) => {
  const { number } = await api.call(orderCalls.thread, { params: { id: params.id ?? '' } });
  return { done: true, to: paths.conversation.replace(':number', number) };
};
