import type { Inventory } from '#features/catalog/inventory/server/inventory.ts';
import type { VehicleCatalogue } from '#features/catalog/vehicles/server/vehicle-catalogue.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { pricePositionCalls } from '../../catalog-calls.ts';
import { pricePositionContract } from '../model/price-position-contract.ts';
import { findPricePosition } from './find-price-position.ts';

type Needs = { inventory: Inventory; catalogue: VehicleCatalogue };

export function pricePositionEndpoints({ inventory, catalogue }: Needs): Endpoint[] {
  return [
    endpoint(pricePositionCalls.of, pricePositionContract.of, {
      access: 'anyone',
      cache: 'while-stock-unchanged',
      readCost: 1,
      summary: 'How the price of a car compares with similar cars',
      handle: async ({ params }) => ({
        position: await findPricePosition(inventory, await catalogue.vehicles(), params.id),
      }),
    }),
  ];
}
