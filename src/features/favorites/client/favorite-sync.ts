import { isApiFailure } from '#lib/api-client/api-client.ts';
import { browserApi } from '#lib/api-client/browser-api.ts';
import { clearUser, storedUserId } from '#lib/session/stored-user.ts';
import { favoriteCalls } from '../model/favorite-calls.ts';
import type { FavoriteIdsResponse } from '../model/favorite-contract.ts';
import { favoriteIds } from '../model/favorites.ts';
import { favoritesSaved, isSavingFavorites } from './save-favorite.ts';
import { favoritesOwner, storedFavorites, storeFavorites, storeFavoritesOwner } from './stored-favorites.ts';

const FETCHED = 'favouritesFetched';

/** After login: adds what this browser has saved to the account. When that fails, the next page load tries again. */
export async function mergeFavorites(): Promise<void> {
  const user = storedUserId();
  if (user === null) return;
  if (favoritesOwner() === user) storeFavoritesOwner(null);
  await bringTogether(user);
}

/** At a page load: fetches the account's list, once in a browser session, or merges when that is still due. */
export async function syncFavorites(): Promise<void> {
  const user = storedUserId();
  if (user === null || (favoritesOwner() === user && sessionStorage.getItem(FETCHED) === user)) return;
  await bringTogether(user);
}

/** Makes the account's list this browser's. What has reached no account is added to it; another person's list is not. */
async function bringTogether(user: string): Promise<void> {
  try {
    let before: string;
    let response: FavoriteIdsResponse;
    do {
      await favoritesSaved();
      before = storedFavorites();
      const ids = favoritesOwner() === null ? favoriteIds(before) : [];
      response = await browserApi.call(favoriteCalls.merge, { body: { ids } });
      if (storedUserId() !== user) return;
    } while (storedFavorites() !== before || isSavingFavorites());
    storeFavorites([...response.ids].reverse());
    storeFavoritesOwner(user);
    sessionStorage.setItem(FETCHED, user);
  } catch (error) {
    if (isApiFailure(error) && error.status === 401 && storedUserId() === user) clearUser();
  }
}
