import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import { slipCalls } from '../../orders-calls.ts';
import type { SlipResponse, SlipsResponse } from '../model/slip-contract.ts';

export function fetchMySlips(api: ApiClient, orderId: number): Promise<SlipsResponse> {
  return api.call(slipCalls.mine, { params: { id: orderId } });
}

/** Fetches the slips of an order for the back office; none for a person who may not see payments. */
export async function fetchSlipsOfOrder(api: ApiClient, orderId: number): Promise<SlipResponse[]> {
  try {
    return (await api.call(slipCalls.ofOrder, { params: { id: orderId } })).items;
  } catch (error) {
    if (isApiFailure(error) && error.status === 403) return [];
    throw error;
  }
}
