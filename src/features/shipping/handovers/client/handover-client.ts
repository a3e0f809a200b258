import type { ApiClient } from '#lib/api-client/api-client.ts';
import { handoverCalls } from '../../shipping-calls.ts';
import type { HandoversResponse } from '../model/handover-contract.ts';

/** Fetches the handovers of an order; null if the caller may not see them. */
export function fetchHandovers(api: ApiClient, orderId: string | number): Promise<HandoversResponse | null> {
  return api.findPermitted(handoverCalls.list, { params: { id: orderId } });
}
