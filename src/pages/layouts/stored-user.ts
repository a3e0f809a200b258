import { useSyncExternalStore } from 'react';

const CHANGED = 'storage';

/** Name and id of the person signed in in this browser: hints for display, never a proof. */
export function useStoredName(): string | null {
  return useSyncExternalStore(subscribe, storedName, () => null);
}

function storedName(): string | null {
  try {
    return localStorage.getItem('id') === null ? null : localStorage.getItem('name');
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
}

/** Forgets the person and everything else this browser kept for them. */
export function forgetStoredUser(): void {
  localStorage.clear();
  delete document.documentElement.dataset.signedIn;
  dispatchEvent(new Event(CHANGED));
}

/** 'amina OTIENO' as 'Amina Otieno'. */
export function titleCase(name: string): string {
  return name.toLowerCase().replace(/(^|[\s'’-])(\p{Letter})/gu, (_, before, letter) => before + letter.toUpperCase());
}
