import type { ApiClient } from '#lib/api-client/api-client.ts';
import { favoriteCalls } from '../model/favorite-calls.ts';
import type { FavoritesResponse } from '../model/favorite-contract.ts';

/** What the signed-in person has saved. Its failures are told as they are, for a page that asks people to log in. */
export function fetchFavorites(api: ApiClient): Promise<FavoritesResponse> {
  return api.call(favoriteCalls.list);
}
