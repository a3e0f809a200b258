import type { Inventory } from '#features/catalog/inventory/server/inventory.ts';
import type { VehicleCatalogue } from '#features/catalog/vehicles/server/vehicle-catalogue.ts';
import type { Clock } from '#lib/clock.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { inventoryCalls } from '../../catalog-calls.ts';
import { inventoryContract } from '../model/inventory-contract.ts';
import { findInventory } from './find-inventory.ts';

type Needs = { inventory: Inventory; clock: Clock; catalogue: VehicleCatalogue };

/** Endpoint for landing pages. */
export function inventoryEndpoints({ inventory, clock, catalogue }: Needs): Endpoint[] {
  return [
    endpoint(inventoryCalls.find, inventoryContract.find, {
      access: 'anyone',
      cache: 'while-stock-unchanged',
      readCost: 1,
      summary: 'Inventory of a make, model, type, fuel, province or price band',
      handle: async ({ query }) =>
        findInventory(inventory, query, await catalogue.vehicles(), clock.now().getUTCFullYear()),
    }),
  ];
}
