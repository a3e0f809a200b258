import { readUnsent, type UnsentDraft } from '../model/sell-draft.ts';

/** Storage key of the draft of a new car, or of the changes to a listing. */
export function draftKey(userId: number, listingId: number | null): string {
  return listingId === null ? `sellDraft-${userId}` : `sellEdit-${userId}-${listingId}`;
}

export function storedDraft(key: string): UnsentDraft | null {
  try {
    return readUnsent(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Ignores a refused or full storage; only the server has the draft then. */
export function storeDraft(key: string, unsent: UnsentDraft | null): void {
  try {
    if (unsent === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(unsent));
  } catch {
    return;
  }
}
