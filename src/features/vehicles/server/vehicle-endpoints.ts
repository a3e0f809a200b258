import { catalog } from '#content/catalog/catalog.ts';
import { compareNames } from '#lib/plain-text.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { nameKey } from '../model/name-key.ts';
import { vehicleCalls } from '../model/vehicle-calls.ts';
import { vehicleContract } from '../model/vehicle-contract.ts';

const makes = catalog.map(({ name }) => name).sort(compareNames);
const modelsByName = new Map(
  catalog.flatMap(({ name, aliases, models }) =>
    [name, ...aliases].map((known) => [nameKey(known), models.map((model) => model.name)] as const),
  ),
);

/** Suggestions for the sell form, only from the built-in catalog and never from other sellers' input. */
export function vehicleEndpoints(): Endpoint[] {
  return [
    endpoint(vehicleCalls.list, vehicleContract.list, {
      summary: 'Makes, and the models of one',
      tag: 'Cars',
      access: 'anyone',
      cache: 'while-stock-unchanged',
      handle: async ({ query: { make = '' } }) => ({ makes, models: modelsByName.get(nameKey(make)) ?? [] }),
    }),
  ];
}
