import type { ApiClient } from '#lib/api-client/api-client.ts';
import { pricePositionCalls } from '../../catalog-calls.ts';
import type { PricePositionResponse } from '../model/price-position-contract.ts';

/** Returns null if too few similar cars are for sale. */
export async function fetchPricePosition(api: ApiClient, id: number): Promise<PricePositionResponse | null> {
  return (await api.call(pricePositionCalls.of, { params: { id } })).position;
}
