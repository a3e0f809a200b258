import { useSyncExternalStore } from 'react';
import { clearCachedPages } from '../offline/cached-pages.ts';

/** Name and id of the user signed in in this browser. For display only; the server checks the session. */
export type StoredUser = { id: number; name: string };

const CHANGED = 'storage';

export function useStoredName(): string | null {
  return useSyncExternalStore(subscribe, storedName, () => null);
}

function storedName(): string | null {
  return hasStoredUser() ? localStorage.getItem('name') : null;
}

export function hasStoredUser(): boolean {
  return storedUserId() !== null;
}

export function storedUserId(): string | null {
  try {
    return localStorage.getItem('id');
  } catch {
    return null;
  }
}

/** Subscribes to changes in this window and in others. */
function subscribe(listener: () => void): () => void {
  const onChange = () => {
    document.documentElement.toggleAttribute('data-signed-in', hasStoredUser());
    listener();
  };
  addEventListener(CHANGED, onChange);
  return () => removeEventListener(CHANGED, onChange);
}

/** Calls `leave` when another window logs the user out or logs in a different one. */
export function onUserSignedOut(id: number, leave: () => void): () => void {
  const onChange = (event: Event) => {
    if (event instanceof StorageEvent && storedUserId() !== String(id)) leave();
  };
  addEventListener(CHANGED, onChange);
  return () => removeEventListener(CHANGED, onChange);
}

export function rememberUser({ id, name }: StoredUser): void {
  write(() => {
    localStorage.setItem('id', String(id));
    localStorage.setItem('name', name);
  });
  document.documentElement.dataset.signedIn = '';
}

/** Removes the stored user only; all other stored data stays. */
export function clearUser(): void {
  write(() => {
    localStorage.removeItem('id');
    localStorage.removeItem('name');
  });
  delete document.documentElement.dataset.signedIn;
}

/** Deletes the stored user and everything else this browser stored for them. The theme belongs to the device and stays. */
export function clearStoredUser(): void {
  write(() => {
    const theme = localStorage.getItem('theme');
    localStorage.clear();
    if (theme !== null) localStorage.setItem('theme', theme);
  });
  void clearCachedPages();
  delete document.documentElement.dataset.signedIn;
}

/** Ignores errors: a browser may deny storage; then no user is shown as signed in, and everything else works. */
function write(change: () => void): void {
  try {
    change();
  } catch {
    return;
  }
  dispatchEvent(new Event(CHANGED));
}

/** Capitalizes each word of a name: 'amina OTIENO' becomes 'Amina Otieno'. */
export function titleCase(name: string): string {
  return name.toLowerCase().replace(/(^|[\s'’-])(\p{Letter})/gu, (_, before, letter) => before + letter.toUpperCase());
}
