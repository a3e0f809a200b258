import { useSyncExternalStore } from 'react';
import { favouriteIds, toggled } from '../favourites.ts';

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

/** Whether a car is among this browser's favourites, and the switch for it. */
export function useFavourite(id: number): [favourite: boolean, toggle: () => void] {
  const ids = favouriteIds(useSyncExternalStore(watch, read, () => ''));
  return [ids.includes(id), () => write(toggled(ids, id))];
}
