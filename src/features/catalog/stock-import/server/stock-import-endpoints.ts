import { AppError } from '#lib/app-error.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { MAX_BYTES } from '#lib/server/tables/read-source.ts';
import { stockImportCalls } from '../../office-calls.ts';
import { stockImportContract } from '../model/stock-import-contract.ts';
import type { StockImportDeps } from './imports/import-due-stock.ts';
import { cancelImport, createImport, mapImport, showImport, startImport } from './imports/manage-imports.ts';

/** Endpoints to import a dealer's table in the background. */
export function stockImportEndpoints(deps: StockImportDeps): Endpoint[] {
  const office = { access: 'admin', permission: 'cars:write' } as const;
  return [
    endpoint(stockImportCalls.create, stockImportContract.create, {
      ...office,
      summary: "Send a dealer's table of cars; nothing is imported yet",
      upload: { files: { file: { most: 1, maxBytes: MAX_BYTES } } },
      handle: ({ body, files: [file], caller, request }) => {
        if (!file) throw new AppError('malformed', 'no file', { fields: { file: 'is missing' } });
        const { seller, offer, listing_status: listingStatus, new_makes } = body;
        const wanted = { seller, offer, listingStatus, newMakes: new_makes === 'true' };
        return createImport(deps, adminOf(caller).id, file, wanted, originOf(request));
      },
    }),
    endpoint(stockImportCalls.show, stockImportContract.show, {
      ...office,
      summary: 'An import with its recognized columns, questions, counts and errors by row',
      handle: ({ params, query }) => showImport(deps.pool, params.id, query.from_row),
    }),
    endpoint(stockImportCalls.map, stockImportContract.map, {
      ...office,
      summary: 'Say how the table of an import is read; replaces what was said before',
      handle: ({ params, body }) => mapImport(deps, params.id, body),
    }),
    endpoint(stockImportCalls.run, stockImportContract.run, {
      ...office,
      summary: 'Import the cars in the background, or only check them',
      handle: ({ params, body, caller, request }) =>
        startImport(deps, adminOf(caller).id, params.id, body.dry_run, originOf(request)),
    }),
    endpoint(stockImportCalls.cancel, stockImportContract.cancel, {
      ...office,
      summary: 'Stop an import after its current batch; cars of earlier batches stay',
      handle: ({ params, caller, request }) => cancelImport(deps, adminOf(caller).id, params.id, originOf(request)),
    }),
  ];
}
