import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { ApiFailure, browserApi } from '#lib/api-client/api-client.ts';
import { storedUserId } from '#lib/session/stored-user.ts';
import { sameContent } from '../model/sell-changes.ts';
import { draftToOpen, EMPTY_CONTENT, type SavedDraft, type SellContent, type SellDraft } from '../model/sell-draft.ts';
import { DraftAutosave, draftKey, storedDraft } from './draft-autosave.ts';
import { newDraftId } from './new-draft-id.ts';
import { type EditableListing, saveDraft } from './sell-client.ts';

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
