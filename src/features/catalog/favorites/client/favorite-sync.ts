import { browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { clearUser, storedUserId } from '#lib/session/stored-user.ts';
import { favoriteCalls } from '../../catalog-calls.ts';
import type { FavoriteIdsResponse } from '../model/favorite-contract.ts';
import { favoriteIds } from '../model/favorites.ts';
import {
  favoritesOwner,
  favoritesSaved,
  isSavingFavorites,
  storedFavorites,
  storeFavorites,
  storeFavoritesOwner,
} from './stored-favorites.ts';

const FETCHED_KEY = 'favouritesFetched';

/** Adds this browser's favorites to the account after login. After a failure, the next page load retries. */
export async function mergeFavorites(): Promise<void> {
  const user = storedUserId();
  if (user === null) return;
  if (favoritesOwner() === user) storeFavoritesOwner(null);
  await reconcile(user);
}

/** Fetches the account's favorites once per browser session, or retries a pending merge. */
export async function syncFavorites(): Promise<void> {
  const user = storedUserId();
  if (user === null || (favoritesOwner() === user && sessionStorage.getItem(FETCHED_KEY) === user)) return;
  await reconcile(user);
}

/**
 * Replaces this browser's list with the account's. Adds entries that belong to no account yet; another user's entries
 * are dropped.
 */
async function reconcile(user: string): Promise<void> {
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
    sessionStorage.setItem(FETCHED_KEY, user);
  } catch (error) {
    if (isApiFailure(error) && error.status === 401 && storedUserId() === user) clearUser();
  }
}
