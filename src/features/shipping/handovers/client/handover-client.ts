import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import { handoverCalls } from '../../shipping-calls.ts';
import type { HandoversResponse } from '../model/handover-contract.ts';

/** Fetches the handovers of an order; null if the caller may not see them. */
export async function fetchHandovers(api: ApiClient, orderId: string | number): Promise<HandoversResponse | null> {
  try {
    return await api.call(handoverCalls.list, { params: { id: orderId } });
  } catch (error) {
    if (isApiFailure(error) && [400, 403, 404].includes(error.status)) return null;
    throw error;
  }
}
