import type { Inventory } from '#features/catalog/inventory/server/inventory.ts';
import type { VehicleCatalog } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { pricePositionCalls } from '../../catalog-calls.ts';
import { pricePositionContract } from '../model/price-position-contract.ts';
import { findPricePosition } from './find-price-position.ts';

type Needs = { inventory: Inventory; catalog: VehicleCatalog };

export function pricePositionEndpoints({ inventory, catalog }: Needs): Endpoint[] {
  return [
    endpoint(pricePositionCalls.of, pricePositionContract.of, {
      access: 'anyone',
      cache: 'while-stock-unchanged',
      readCost: 1,
      summary: 'How the price of a car compares with similar cars',
      handle: async ({ params }) => ({
        position: await findPricePosition(inventory, await catalog.vehicles(), params.id),
      }),
    }),
  ];
}
