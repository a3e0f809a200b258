import { fetchListings } from '#features/catalog/listings/client/listing-client.ts';
import { destinationCall } from '#features/catalog/listings/model/criteria/explore-import.ts';
import { type ExploreState, filterCall } from '#features/catalog/listings/model/criteria/explore-query.ts';
import type { FacetsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { browserApi } from '#lib/api-client/browser-api.ts';

export type ImportCounts = FacetsResponse['mayImport'];

/** Counts the cars of a list that may be imported to a place, for lists that were loaded without it. */
export async function fetchImportCounts(state: ExploreState, place: string): Promise<ImportCounts> {
  const query = { ...filterCall(state), ...destinationCall(place), limit: 1, facets: 'mayImport' };
  return (await fetchListings(browserApi, query)).facets?.mayImport;
}
