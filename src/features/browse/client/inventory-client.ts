import { CarsUnavailable } from '#features/listings/client/listing-client.ts';
import { type ApiClient, type ApiQuery, isApiFailure } from '#lib/api-client/api-client.ts';
import type { StockAnswer } from '../model/inventory-contract.ts';

/** What is on the market of a make, a model or a type; null when nobody knows such a one. */
export async function fetchInventory(api: ApiClient, query: ApiQuery): Promise<StockAnswer | null> {
  try {
    return await api.get<StockAnswer>('/api/stock', query);
  } catch (error) {
    if (isApiFailure(error) && [400, 404].includes(error.status)) return null;
    throw new CarsUnavailable('cars.listFailed', error);
  }
}
