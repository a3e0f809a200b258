import { catalog } from '#content/catalog/catalog.ts';
import { EV_SPECS_DATE } from '#content/catalog/ev-specs.ts';
import type { Clock } from '#lib/clock.ts';
import { compareNames } from '#lib/plain-text.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { vehicleCalls, vinCalls } from '../../catalog-calls.ts';
import { evSpecsOf } from '../model/ev-specs.ts';
import { vehicleContract, vinContract } from '../model/vehicle-contract.ts';
import { nameKey } from '../model/vehicle-name.ts';
import { checkVin, type VinCheckDeps } from './check-vin.ts';

const makes = catalog.map(({ name }) => name).sort(compareNames);
const modelsByName = new Map(
  catalog.flatMap(({ name, aliases, models }) =>
    [name, ...aliases].map((known) => [nameKey(known), models.map((model) => model.name)] as const),
  ),
);

const isNamed = (typed: string, names: string[]) => names.some((name) => nameKey(name) === nameKey(typed));

/** Suggestions for the sell form, only from the built-in catalog and never from other sellers' input. */
export function vehicleEndpoints(): Endpoint[] {
  return [
    endpoint(vehicleCalls.list, vehicleContract.list, {
      summary: 'Makes, and the models of one',
      access: 'anyone',
      cache: 'while-stock-unchanged',
      handle: async ({ query: { make = '' } }) => ({ makes, models: modelsByName.get(nameKey(make)) ?? [] }),
    }),
    endpoint(vehicleCalls.evSpecs, vehicleContract.evSpecs, {
      summary: 'What the catalog knows about the versions of an electric model',
      access: 'anyone',
      cache: 'while-stock-unchanged',
      handle: async ({ query: { make, model, year } }) => {
        const known = catalog.find(({ name, aliases }) => isNamed(make, [name, ...aliases]));
        const ofMake = known?.models.find(({ name, aliases }) => isNamed(model, [name, ...aliases]));
        return { date: EV_SPECS_DATE, versions: known && ofMake ? evSpecsOf(known.name, ofMake.name, year) : [] };
      },
    }),
  ];
}

type Needs = VinCheckDeps & { clock: Clock };

export function vinEndpoints({ clock, ...deps }: Needs): Endpoint[] {
  return [
    endpoint(vinCalls.read, vinContract.read, {
      summary: 'Decode a VIN and compare it with the seller’s values',
      access: 'user',
      limit: { uses: 120, inSeconds: 3_600 },
      handle: async ({ params, query, t }) => {
        const typed = { make: query.make ?? null, year: query.year ?? null };
        return checkVin(deps, params.vin, typed, clock.now().getUTCFullYear(), t);
      },
    }),
  ];
}
