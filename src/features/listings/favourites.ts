import { useSyncExternalStore } from 'react';

const KEY = 'favourites';
const watchers = new Set<() => void>();

function read(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function write(ids: number[]): void {
  try {
    localStorage.setItem(KEY, ids.join(','));
  } catch {
    return;
  }
  for (const watcher of watchers) watcher();
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  window.addEventListener('storage', changed);
  return () => {
    watchers.delete(changed);
    window.removeEventListener('storage', changed);
  };
}

/** The ids in a stored list; whatever else stands there is dropped. */
export function favouriteIds(stored: string): number[] {
  return stored
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** Whether a car is among this browser's favourites, and the switch for it. */
export function useFavourite(id: number): [favourite: boolean, toggle: () => void] {
  const ids = favouriteIds(useSyncExternalStore(watch, read, () => ''));
  const favourite = ids.includes(id);
  return [favourite, () => write(favourite ? ids.filter((other) => other !== id) : [...ids, id])];
}
