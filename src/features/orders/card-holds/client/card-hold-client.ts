import { awaitProgress } from '#features/payments/payments/client/payment-client.ts';
import { type ApiClient, browserApi } from '#lib/api-client/api-client.ts';
import { paths } from '#paths.ts';
import { cardHoldCalls } from '../../orders-calls.ts';
import type { CardHoldResponse, HoldCardBody } from '../model/card-hold-contract.ts';

export const holdCardPath = (orderId: number) => paths.holdCard.replace(':id', String(orderId));

/** Fetches the security deposit that is held on a card; null for a car for sale, or if the caller may not see it. */
export function fetchCardHold(api: ApiClient, orderId: number | string): Promise<CardHoldResponse | null> {
  return api.findPermitted(cardHoldCalls.show, { params: { id: orderId } });
}

/** The calls that have a deposit held on a card. Nothing is taken, so only the first one does something. */
export function cardHoldSteps(orderId: number) {
  return {
    pay: (body: HoldCardBody) => browserApi.call(cardHoldCalls.hold, { params: { id: orderId }, body }),
    markSold: async () => {},
    async book({ transactionId }: { transactionId: string }) {
      await awaitProgress(transactionId, 'authorised');
      return { orderId };
    },
  };
}
