import { favoriteIds } from '../model/favorites.ts';

const LIST = 'favourites';
const OWNER = 'favouritesOf';
const watchers = new Set<() => void>();

export function storedFavorites(): string {
  return read(LIST) ?? '';
}

export function isFavorite(id: number): boolean {
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
