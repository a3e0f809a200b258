import { useSyncExternalStore } from 'react';

const STORED = 'ship-to';
const watchers = new Set<() => void>();
/** Undefined until it is read. */
let chosen: string | undefined;

/** The destination of this browser as text; empty if none is chosen, and while a page hydrates. */
export const useStoredDestination = () => useSyncExternalStore(watch, storedDestination, () => '');

export function storedDestination(): string {
  chosen ??= read();
  return chosen;
}

/** Stores a destination, or forgets it if the text is empty. */
export function storeDestination(text: string): void {
  chosen = text;
  const { dataset } = document.documentElement;
  if (text === '') delete dataset.shipTo;
  else dataset.shipTo = '';
  try {
    if (text === '') localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, text);
  } catch {
    // A browser may deny storage; the choice then lasts until the page is reloaded.
  }
  for (const watcher of watchers) watcher();
}

function read(): string {
  try {
    return localStorage.getItem(STORED) ?? '';
  } catch {
    return '';
  }
}

function watch(changed: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key !== STORED && key !== null) return;
    chosen = undefined;
    changed();
  };
  watchers.add(changed);
  addEventListener('storage', follow);
  return () => {
    watchers.delete(changed);
    removeEventListener('storage', follow);
  };
}
