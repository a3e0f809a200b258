import { useSyncExternalStore } from 'react';
import { clearCachedPages } from '../offline/cached-pages.ts';

/** Name and id of the person signed in in this browser: hints for display, never a proof. */
export type StoredUser = { id: number; name: string };

const CHANGED = 'storage';

export function useStoredName(): string | null {
  return useSyncExternalStore(subscribe, storedName, () => null);
}

function storedName(): string | null {
  return hasStoredUser() ? localStorage.getItem('name') : null;
}

/** Whether this browser believes that somebody is signed in. */
export function hasStoredUser(): boolean {
  return storedUserId() !== null;
}

/** Who this browser believes is signed in. */
export function storedUserId(): string | null {
  try {
    return localStorage.getItem('id');
  } catch {
    return null;
  }
}

/** Hears of changes made here and in other windows. */
function subscribe(listener: () => void): () => void {
  const hear = () => {
    document.documentElement.toggleAttribute('data-signed-in', hasStoredUser());
    listener();
  };
  addEventListener(CHANGED, hear);
  return () => removeEventListener(CHANGED, hear);
}

/** Runs when another window has logged a person out, or somebody else in. */
export function onUserSignedOut(id: number, leave: () => void): () => void {
  const hear = (event: Event) => {
    if (event instanceof StorageEvent && storedUserId() !== String(id)) leave();
  };
  addEventListener(CHANGED, hear);
  return () => removeEventListener(CHANGED, hear);
}

export function rememberUser({ id, name }: StoredUser): void {
  write(() => {
    localStorage.setItem('id', String(id));
    localStorage.setItem('name', name);
  });
  document.documentElement.dataset.signedIn = '';
}

/** Takes back that somebody is signed in; what else this browser keeps stays. */
export function clearUser(): void {
  write(() => {
    localStorage.removeItem('id');
    localStorage.removeItem('name');
  });
  delete document.documentElement.dataset.signedIn;
}

/** Forgets the person and everything else this browser kept for them. */
export function clearStoredUser(): void {
  write(() => localStorage.clear());
  void clearCachedPages();
  delete document.documentElement.dataset.signedIn;
}

/** A browser may refuse storage; then it shows nobody as signed in, and everything else works. */
function write(change: () => void): void {
  try {
    change();
  } catch {
    return;
  }
  dispatchEvent(new Event(CHANGED));
}

/** 'amina OTIENO' as 'Amina Otieno'. */
export function titleCase(name: string): string {
  return name.toLowerCase().replace(/(^|[\s'’-])(\p{Letter})/gu, (_, before, letter) => before + letter.toUpperCase());
}
