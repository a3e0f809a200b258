import { pricePositionCalls } from '#features/catalog/catalog-calls.ts';
import type { PricePositionResponse } from '#features/catalog/price-position/model/price-position-contract.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';

/** Returns null if too few similar cars are for sale. */
export async function fetchPricePosition(api: ApiClient, id: number): Promise<PricePositionResponse | null> {
  return (await api.call(pricePositionCalls.of, { params: { id } })).position;
}
