import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { sameContent } from '#features/catalog/sell/model/sell-changes.ts';
import {
  draftToOpen,
  EMPTY_CONTENT,
  readUnsent,
  type SavedDraft,
  type SellContent,
  type SellDraft,
  type UnsentDraft,
} from '#features/catalog/sell/model/sell-draft.ts';
import { ApiFailure, browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { storedUserId } from '#lib/session/stored-user.ts';
import { type EditableListing, newDraftId, saveDraft } from './sell-client.ts';

/** Storage key of the draft of a new car, or of the changes to a listing. */
function draftKey(userId: number, listingId: number | null): string {
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
function storeDraft(key: string, unsent: UnsentDraft | null): void {
  try {
    if (unsent === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(unsent));
  } catch {
    return;
  }
}

const IDLE_MS = 2_000;
const RETRY_MS = 15_000;

/** `local`: only this browser has the last changes, because it is offline or the server does not respond. */
export type AutosaveState = 'idle' | 'saved' | 'local' | 'signed-out';

type AutosaveOptions = {
  /** Storage key in this browser. */
  key: string;
  /** Version of the draft that the server has; null if it has none. */
  base: string | null;
  /** Saves a draft on the server and returns its new version. Null if the server stores no drafts. */
  save: ((draft: SellDraft) => Promise<string>) | null;
};

/** Stores a draft in this browser at every change, and on the server after two seconds without changes. */
export class DraftAutosave {
  readonly #options: AutosaveOptions;
  readonly #listeners = new Set<() => void>();
  #base: string | null;
  #last = '';
  #unsent: SellDraft | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | null = null;
  #stopped = false;
  #hasChanges = false;
  #state: AutosaveState = 'idle';

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.#base = options.base;
  }

  get hasChanges(): boolean {
    return this.#hasChanges;
  }

  readonly state = (): AutosaveState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Marks a state of the draft as known, so that `update` ignores it. */
  setKnown(draft: SellDraft): void {
    this.#last = JSON.stringify(draft);
  }

  update(draft: SellDraft): void {
    const text = JSON.stringify(draft);
    if (this.#stopped || text === this.#last) return;
    this.#last = text;
    this.#hasChanges = true;
    this.#storeLocally(draft);
  }

  /** Sets the version that unsent changes are based on. */
  rebase(base: string): void {
    this.#base = base;
    if (this.#unsent) this.#storeLocally(this.#unsent);
  }

  /** Saves unsent changes immediately, for example when the page is hidden or the connection is back. */
  readonly flush = (): void => {
    clearTimeout(this.#timer);
    const { save } = this.#options;
    if (save && this.#unsent && !this.#saving && !this.#stopped) this.#saving = this.#send(this.#unsent, save);
  };

  /** Stops saving. Resolves after a running save ends, so that it cannot arrive after the next call. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#saving;
  }

  /** Resumes saving after `stop`, including changes made since. */
  resume(): void {
    this.#stopped = false;
    if (this.#unsent) this.#saveAfter(IDLE_MS);
  }

  /** Deletes the draft from this browser. */
  forget(): void {
    this.#unsent = null;
    storeDraft(this.#options.key, null);
  }

  #saveAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#options.save && !this.#stopped) this.#timer = setTimeout(this.flush, ms);
  }

  async #send(draft: SellDraft, save: (draft: SellDraft) => Promise<string>): Promise<void> {
    try {
      this.#base = await save(draft);
      if (this.#unsent === draft) this.forget();
      else if (this.#unsent) this.#storeLocally(this.#unsent);
      this.#setState('saved');
    } catch (error) {
      this.#setState(isApiFailure(error) && error.status === 401 ? 'signed-out' : 'local');
      this.#saveAfter(RETRY_MS);
    } finally {
      this.#saving = null;
    }
  }

  #storeLocally(draft: SellDraft): void {
    this.#unsent = draft;
    storeDraft(this.#options.key, { draft, base: this.#base, changedAt: new Date().toISOString() });
    this.#saveAfter(IDLE_MS);
  }

  #setState(state: AutosaveState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

type SavedDraftOptions = {
  userId: number;
  saved: SavedDraft | null;
  /** The listing being edited. Its changes are stored only in this browser. */
  listing: EditableListing | null;
  content: SellContent;
  step: number;
  /** Called with the draft to continue, and the listing version it is based on. */
  onOpen: (draft: SellDraft, base: string | null) => void;
};

/** Restores a stored draft, then stores every change. */
export function useSavedDraft({ userId, saved, listing, content, step, onOpen }: SavedDraftOptions) {
  const key = draftKey(userId, listing?.id ?? null);
  const [id, setId] = useState(() => saved?.id ?? newDraftId());
  const [from, setFrom] = useState(saved?.updatedAt ?? null);
  const [autosave] = useState(() => {
    const base = listing ? String(listing.version) : (saved?.updatedAt ?? null);
    return new DraftAutosave({ key, base, save: listing ? null : (unsaved) => saveAs(userId, unsaved) });
  });
  const saveState = useSyncExternalStore(autosave.subscribe, autosave.state, autosave.state);
  const draft: SellDraft = { id, step, ...content };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is restored only once
  useLayoutEffect(() => {
    autosave.setKnown(draft);
    const unsent = storedDraft(key);
    if (listing) {
      if (!unsent || sameContent(unsent.draft, listing)) return;
      setFrom(unsent.changedAt);
      return onOpen(unsent.draft, unsent.base);
    }
    const opened = draftToOpen(unsent, saved, newDraftId);
    if (!opened) return;
    setId(opened.draft.id);
    setFrom(opened.from);
    onOpen(opened.draft, null);
  }, []);

  useEffect(() => {
    if (autosave.hasChanges || !sameContent(draft, listing ?? EMPTY_CONTENT)) autosave.update(draft);
  });

  useEffect(() => {
    const saveWhenHidden = () => document.visibilityState === 'hidden' && autosave.flush();
    addEventListener('online', autosave.flush);
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      removeEventListener('online', autosave.flush);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      autosave.flush();
    };
  }, [autosave]);

  return { id, from, autosave, saveState };
}

/**
 * Fails with 401 if another user has signed in to this browser since, so that the draft does not reach their account.
 */
async function saveAs(userId: number, draft: SellDraft): Promise<string> {
  const signedIn = storedUserId();
  if (signedIn !== null && signedIn !== String(userId)) throw new ApiFailure(401, {});
  return saveDraft(browserApi, draft);
}
