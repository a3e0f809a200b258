import { isApiFailure } from '#lib/api-client/api-client.ts';
import { browserApi } from '#lib/api-client/browser-api.ts';
import { clearUser, storedUserId } from '#lib/session/stored-user.ts';
import { favoriteCalls } from '../../catalog-calls.ts';
import { favoriteIds, toggled } from '../model/favorites.ts';
import { isFavorite, storedFavorites, storeFavorites } from './stored-favorites.ts';

const pending = new Map<number, Promise<void>>();

/**
 * Saves the state of a favorite in the account, repeating until both agree. Reverts a rejected change locally and calls
 * `failed` with the reason.
 */
export function saveFavorite(id: number, failed: (reason: unknown) => void): void {
  if (pending.has(id)) return;
  const sent = synchronize(id, failed).finally(() => pending.delete(id));
  pending.set(id, sent);
}

/** Resolves when all pending changes are saved or have failed. */
export async function favoritesSaved(): Promise<void> {
  await Promise.all(pending.values());
}

export function isSavingFavorites(): boolean {
  return pending.size > 0;
}

async function synchronize(id: number, failed: (reason: unknown) => void): Promise<void> {
  const user = storedUserId();
  let sent: boolean | null = null;
  try {
    while (sent !== isFavorite(id) && storedUserId() === user) {
      sent = isFavorite(id);
      await send(id, sent);
    }
  } catch (error) {
    if (storedUserId() !== user) return;
    const back = isFavorite(id) === sent;
    if (back) storeFavorites(toggled(favoriteIds(storedFavorites()), id));
    if (isApiFailure(error) && error.status === 401) clearUser();
    if (back) failed(error);
  }
}

function send(id: number, isFavorite: boolean): Promise<unknown> {
  return browserApi.call(isFavorite ? favoriteCalls.save : favoriteCalls.remove, { params: { id } });
}
