import type { ApiClient } from '#lib/api-client/api-client.ts';
import { favoriteCalls } from '../model/favorite-calls.ts';
import type { FavoritesResponse } from '../model/favorite-contract.ts';

/** Loads the user's favorites. Throws API failures unchanged, so that the page can handle a 401. */
export function fetchFavorites(api: ApiClient): Promise<FavoritesResponse> {
  return api.call(favoriteCalls.list);
}
