/** A car that somebody is about to list. Until it is sent, the browser keeps every change at once, the server soon after. */
import { EMPTY_VALUES, type SellValues } from '#features/listings/model/listing-form.ts';

export type SellPhoto = { key: string; url: string; placeholder: string | null };
export type SellReport = { key: string; name: string };

/** What the wizard holds of a car. */
export type SellContent = { values: SellValues; photos: SellPhoto[]; report: SellReport | null };
/** @property id stays the same until the car is sent, so that it becomes one listing however often that is tried. */
export type SellDraft = SellContent & { id: string; step: number };

export type SavedDraft = SellDraft & { updatedAt: string };
/** Changes that only this browser has. `base` names what was saved when they began; null when nothing was. */
export type UnsentDraft = { draft: SellDraft; base: string | null; changedAt: string };

export const NOTHING: SellContent = { values: EMPTY_VALUES, photos: [], report: null };

/** What a draft says, whatever the server or an older version of this site has left out of it. */
export function completeDraft<Draft extends { values: unknown }>(draft: Draft): Draft & { values: SellValues } {
  return { ...draft, values: shapedLike(EMPTY_VALUES, draft.values) };
}

/** What this browser kept, as it was written; null when there is nothing that can be read. */
export function readUnsent(text: string | null): UnsentDraft | null {
  try {
    const { draft, base, changedAt } = JSON.parse(text ?? '');
    const isWhole = typeof draft.id === 'string' && Array.isArray(draft.photos) && !Number.isNaN(Date.parse(changedAt));
    return isWhole ? { draft: completeDraft(draft), base: base ?? null, changedAt } : null;
  } catch {
    return null;
  }
}

type OpenedDraft = { draft: SellDraft; from: string; unsent: boolean };

/**
 * What the wizard goes on with: changes that continue what is saved win; where both went their own way, the newer one does.
 * @param newId what a draft is called from now on whose old name was used up somewhere else.
 */
export function draftToOpen(
  unsent: UnsentDraft | null,
  saved: SavedDraft | null,
  newId: () => string,
): OpenedDraft | null {
  const kept = saved && { draft: saved, from: saved.updatedAt, unsent: false };
  if (!unsent) return kept;
  const { draft, base, changedAt } = unsent;
  const own = { draft, from: changedAt, unsent: true };
  if (!saved) return base === null ? own : { ...own, draft: { ...draft, id: newId() } };
  return base === saved.updatedAt || Date.parse(changedAt) > Date.parse(saved.updatedAt) ? own : kept;
}

/** What came from outside where it has the shape of ours, else ours. */
function shapedLike<Shape>(ours: Shape, theirs: unknown): Shape {
  if (Array.isArray(ours)) {
    return Array.isArray(theirs) && theirs.every((item) => typeof item === 'string') ? (theirs as Shape) : ours;
  }
  if (typeof ours !== 'object' || ours === null) return typeof theirs === typeof ours ? (theirs as Shape) : ours;
  const given = typeof theirs === 'object' && theirs !== null ? (theirs as Record<string, unknown>) : {};
  return Object.fromEntries(Object.entries(ours).map(([name, own]) => [name, shapedLike(own, given[name])])) as Shape;
}
