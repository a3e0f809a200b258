import { CarsUnavailable, fetchListings } from '#features/catalog/listings/client/listing-client.ts';
import {
  activeFilters,
  type ExploreState,
  exploreCall,
  filterCall,
  needsDestination,
  withoutImport,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import type { ListingsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import { searchCalls } from '../../catalog-calls.ts';
import type { RelaxationsResponse } from '../model/search-contract.ts';

/** @property importFailure why the list is not filtered and sorted by import rules although its address says so */
type Explored = { found: ListingsResponse; importFailure: string | null };

/** Loads a list of cars. If the server does not know the import rules now or at all, loads it without them, and says so. */
export async function fetchExplored(api: ApiClient, state: ExploreState): Promise<Explored> {
  try {
    return { found: await fetchListings(api, exploreCall(state)), importFailure: null };
  } catch (error) {
    const refusal = needsDestination(state) ? refusalIn(error) : null;
    if (refusal === null) throw error;
    return { found: await fetchListings(api, exploreCall(withoutImport(state))), importFailure: refusal };
  }
}

/** Returns the server's text if it refuses a call for now (503) or for a wrong value (400). */
function refusalIn(error: unknown): string | null {
  const cause = error instanceof CarsUnavailable ? error.cause : null;
  if (!isApiFailure(cause) || !cause.isExplained) return null;
  if (cause.status !== 400 && cause.status !== 503) return null;
  return Object.values(cause.fields)[0] ?? cause.message;
}

/** Returns what to leave out of a search that found no car; null if it found cars, or says nothing that can be left out. */
export async function fetchRelaxations(
  api: ApiClient,
  state: ExploreState,
  { pagination }: ListingsResponse,
): Promise<RelaxationsResponse | null> {
  const narrows = state.q !== '' || activeFilters(state).length > 0 || needsDestination(state);
  if (pagination.totalItems > 0 || !narrows) return null;
  try {
    return await api.call(searchCalls.relaxations, { query: filterCall(state) });
  } catch {
    return null;
  }
}
