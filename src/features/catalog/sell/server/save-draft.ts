import { photoPlaceholders } from '#features/site/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { type Draft, deleteDraft, findDraft, putDraft } from './draft-store.ts';
import type { SellDeps } from './sell-deps.ts';

/** Returns the user's draft with the placeholders of its photos. */
export async function draftOf({ pool }: SellDeps, userId: number) {
  const draft = await findDraft(pool, userId);
  return { draft, placeholders: await photoPlaceholders(pool, draft?.photos ?? []) };
}

/** Replaces the user's draft and returns the time it was saved. */
export function saveMyDraft(db: Queryable, userId: number, draft: Draft): Promise<Date> {
  return putDraft(db, userId, draft);
}

export function dropDraft(db: Queryable, userId: number): Promise<void> {
  return deleteDraft(db, userId);
}

export function draftForExport(db: Queryable, userId: number): Promise<Draft | null> {
  return findDraft(db, userId);
}
