import { CarsUnavailable } from '#features/catalog/listings/client/listing-client.ts';
import type { CallInput } from '#lib/api-client/api-call.ts';
import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import { inventoryCalls } from '../../catalog-calls.ts';
import type { InventoryResponse, inventoryContract } from '../model/inventory-contract.ts';

type InventoryQuery = CallInput<(typeof inventoryContract)['find']>['query'];

/** Returns the inventory of a make, model or type, or null if the name is unknown. */
export async function fetchInventory(api: ApiClient, query: InventoryQuery): Promise<InventoryResponse | null> {
  try {
    return await api.call(inventoryCalls.find, { query });
  } catch (error) {
    if (isApiFailure(error) && [400, 404].includes(error.status)) return null;
    throw new CarsUnavailable({ messageKey: 'cars.listFailed' }, error);
  }
}
