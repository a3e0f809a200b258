import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import { shipmentCalls } from '../../shipping-calls.ts';
import type { PlaceResponse, TimelineResponse } from '../model/shipment-contract.ts';

/** Fetches the timeline of an order; null if the caller has no such order. */
export async function fetchTimeline(api: ApiClient, orderId: string | number): Promise<TimelineResponse | null> {
  try {
    return await api.call(shipmentCalls.timeline, { params: { id: orderId } });
  } catch (error) {
    if (isApiFailure(error) && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

export async function fetchPorts(api: ApiClient): Promise<PlaceResponse[]> {
  return (await api.call(shipmentCalls.ports)).items;
}
