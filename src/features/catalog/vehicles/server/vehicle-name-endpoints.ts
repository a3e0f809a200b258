import type pg from 'pg';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { vehicleNameCalls } from '../../office-calls.ts';
import { vehicleNameContract } from '../model/vehicle-name-contract.ts';
import { approve, merge, showNames } from './decide-name.ts';
import type { VehicleCatalog } from './vehicle-catalog.ts';

/** Decisions refresh the catalog, because a search by the earlier names would be cached until a car changes. */
export function vehicleNameEndpoints({ pool, catalog }: { pool: pg.Pool; catalog: VehicleCatalog }): Endpoint[] {
  const office = { access: 'admin' } as const;
  return [
    endpoint(vehicleNameCalls.list, vehicleNameContract.list, {
      ...office,
      permission: 'cars:read',
      summary: 'The makes and models that sellers named and nobody has approved',
      handle: () => showNames(pool),
    }),
    endpoint(vehicleNameCalls.approve, vehicleNameContract.approve, {
      ...office,
      permission: 'cars:write',
      summary: 'Approve a make or model, as it is or with a corrected name',
      handle: async ({ params, body, caller, request }) => {
        await approve(pool, adminOf(caller).id, params, body.name, originOf(request));
        await catalog.refresh();
        return showNames(pool);
      },
    }),
    endpoint(vehicleNameCalls.merge, vehicleNameContract.merge, {
      ...office,
      permission: 'cars:write',
      summary: 'Merge a make or model into one of the catalog, with all its cars',
      handle: async ({ params, body, caller, request }) => {
        const cars = await merge(pool, adminOf(caller).id, params, body, originOf(request));
        await catalog.refresh();
        return { ...(await showNames(pool)), cars };
      },
    }),
  ];
}
