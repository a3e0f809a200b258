import { QueryReader, searchCriteria, TextWords, unranked } from '#features/catalog/browse/server/search-listings.ts';
import type { Inventory } from '#features/catalog/inventory/server/inventory.ts';
import type { ExploreState } from '#features/catalog/listings/model/criteria/explore-query.ts';
import type { ListingCriteria } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { listingsQuery, searchQuery } from '#features/catalog/listings/model/listing-contract.ts';
import { criteriaOfQuery } from '#features/catalog/listings/server/query-criteria.ts';
import type { VehicleCatalog } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { type RuleBookCache, todayOf } from '#features/customs/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { parametersOfSearch, readSavedQuery } from '../model/saved-query.ts';

/** Returns the criteria of a search as of now; null if no car can match. */
export type CompileSearch = (state: ExploreState) => Promise<ListingCriteria | null>;

type Needs = { inventory: Inventory; clock: Clock; catalog: VehicleCatalog; rules: RuleBookCache };

/**
 * Compiles saved searches like the list and search calls read the same address. A searched text has several readings: the first that finds a
 * car counts, or else the likeliest.
 */
export function searchCompiler({ inventory, clock, catalog, rules }: Needs): CompileSearch {
  const reader = new QueryReader(catalog, new TextWords((words) => inventory.wordsInTexts(words)));
  return async (state) => {
    const parameters = parametersOfSearch(state);
    if (state.q === '') return criteriaOfQuery(listingsQuery.parse(parameters), await catalog.vehicles());
    const query = searchQuery.parse(parameters);
    const money = { rates: (await rules.book()).ratesOn(todayOf(clock)).newest, country: query.to ?? null };
    const { readings, vehicles } = await reader.read(query.q, clock.now().getUTCFullYear() + 1, money);
    const filters = criteriaOfQuery(query, vehicles);
    const compiled = readings.flatMap((reading) => unranked(searchCriteria(filters, reading, vehicles))[0] ?? []);
    for (const criteria of compiled.slice(0, -1)) if ((await inventory.count(criteria)).total > 0) return criteria;
    const found = compiled.at(-1);
    if (compiled.length < 2 || !found) return found ?? null;
    return (await inventory.count(found)).total > 0 ? found : (compiled[0] ?? null);
  };
}

export const compileQuery = (compile: CompileSearch, query: string) => compile(readSavedQuery(query));
