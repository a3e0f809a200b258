import { browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { clearUser, storedUserId } from '#lib/session/stored-user.ts';
import { favoriteCalls } from '../../catalog-calls.ts';
import { favoriteIds, toggled } from '../model/favorites.ts';

const LIST = 'favourites';
const OWNER = 'favouritesOf';
const watchers = new Set<() => void>();

export function storedFavorites(): string {
  return read(LIST) ?? '';
}

function isFavorite(id: number): boolean {
  return favoriteIds(storedFavorites()).includes(id);
}

/** The user whose account has the stored list; null if no account has it. */
export function favoritesOwner(): string | null {
  return read(OWNER);
}

export function storeFavorites(ids: number[]): void {
  write(LIST, ids.join(','));
}

export function storeFavoritesOwner(userId: string | null): void {
  write(OWNER, userId);
}

export function watchFavorites(changed: () => void): () => void {
  watchers.add(changed);
  window.addEventListener('storage', changed);
  return () => {
    watchers.delete(changed);
    window.removeEventListener('storage', changed);
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    return;
  }
  for (const watcher of watchers) watcher();
}

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
