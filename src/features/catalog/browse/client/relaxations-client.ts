import {
  activeFilters,
  type ExploreState,
  filterCall,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import type { ListingsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { searchCalls } from '../../catalog-calls.ts';
import type { RelaxationsResponse } from '../model/search-contract.ts';

/** Returns what to leave out of a search that found no car; null if it found cars, or says nothing that can be left out. */
export async function fetchRelaxations(
  api: ApiClient,
  state: ExploreState,
  { pagination }: ListingsResponse,
): Promise<RelaxationsResponse | null> {
  const narrows = state.q !== '' || activeFilters(state).length > 0;
  if (pagination.totalItems > 0 || !narrows) return null;
  try {
    return await api.call(searchCalls.relaxations, { query: filterCall(state) });
  } catch {
    return null;
  }
}
