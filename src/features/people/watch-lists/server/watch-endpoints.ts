import type pg from 'pg';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { watchCalls } from '../../office-calls.ts';
import { watchContract } from '../model/watch-contract.ts';
import { addEntries, dropEntry, importEntries, releaseOrder, showLists } from './keep-lists.ts';

export function watchEndpoints({ pool }: { pool: pg.Pool }): Endpoint[] {
  const office = { access: 'admin' } as const;
  return [
    endpoint(watchCalls.list, watchContract.list, {
      ...office,
      permission: 'watch:read',
      summary: 'The watched parties, the blocked destinations and the orders that they hold',
      handle: () => showLists(pool),
    }),
    endpoint(watchCalls.add, watchContract.add, {
      ...office,
      permission: 'watch:write',
      summary: 'Add a watched party or a blocked destination',
      handle: async ({ body, caller, request }) => {
        await addEntries(pool, adminOf(caller).id, [body], originOf(request));
        return showLists(pool);
      },
    }),
    endpoint(watchCalls.importCsv, watchContract.importCsv, {
      ...office,
      permission: 'watch:write',
      summary: 'Add the rows of a CSV file with the columns kind, name, aliases, id_number, country and reason',
      handle: async ({ body, caller, request }) => {
        const added = await importEntries(pool, adminOf(caller).id, body.csv, originOf(request));
        return { ...(await showLists(pool)), added };
      },
    }),
    endpoint(watchCalls.remove, watchContract.remove, {
      ...office,
      permission: 'watch:write',
      summary: 'Remove an entry from the lists; holds that it caused stay until they are cleared',
      handle: async ({ params, caller, request }) => {
        await dropEntry(pool, adminOf(caller).id, params.id, originOf(request));
        return showLists(pool);
      },
    }),
    endpoint(watchCalls.clear, watchContract.clear, {
      ...office,
      permission: 'watch:write',
      summary: 'Clear a hold of an order with a reason',
      handle: async ({ params, body, caller, request }) => {
        await releaseOrder(pool, adminOf(caller).id, params.id, body.reason, originOf(request));
        return showLists(pool);
      },
    }),
  ];
}
