/** A car that is not submitted yet. The browser stores every change immediately, the server soon after. */
import { EMPTY_VALUES, type SellValues } from '#features/catalog/listings/model/listing-form.ts';

export type SellPhoto = { key: string; url: string; placeholder: string | null };
export type SellReport = { key: string; name: string };

export type SellContent = { values: SellValues; photos: SellPhoto[]; report: SellReport | null };
/** @property id stays the same until the car is submitted, so that repeated submissions create one listing. */
export type SellDraft = SellContent & { id: string; step: number };

export type SavedDraft = SellDraft & { updatedAt: string };
/** Changes that only this browser has. `base` is the version they are based on; null if none was saved. */
export type UnsentDraft = { draft: SellDraft; base: string | null; changedAt: string };

export const EMPTY_CONTENT: SellContent = { values: EMPTY_VALUES, photos: [], report: null };

/** Adds values that are missing, for example from a draft of an older version. */
export function completeDraft<Draft extends { values: unknown }>(draft: Draft): Draft & { values: SellValues } {
  return { ...draft, values: shapedLike(EMPTY_VALUES, draft.values) };
}

/** Parses a stored draft. Returns null if it is invalid. */
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
 * Returns the draft to continue with: unsent changes if they are based on the saved draft, else the newer of the two.
 * @param newId creates an id for unsent changes whose saved draft was submitted or deleted elsewhere.
 */
export function draftToOpen(
  unsent: UnsentDraft | null,
  saved: SavedDraft | null,
  newId: () => string,
): OpenedDraft | null {
  const fromServer = saved && { draft: saved, from: saved.updatedAt, unsent: false };
  if (!unsent) return fromServer;
  const { draft, base, changedAt } = unsent;
  const own = { draft, from: changedAt, unsent: true };
  if (!saved) return base === null ? own : { ...own, draft: { ...draft, id: newId() } };
  return base === saved.updatedAt || Date.parse(changedAt) > Date.parse(saved.updatedAt) ? own : fromServer;
}

/** Returns `theirs` where it has the same shape as `ours`, else `ours`. */
function shapedLike<Shape>(template: Shape, value: unknown): Shape {
  if (Array.isArray(template)) {
    return Array.isArray(value) && value.every((item) => typeof item === 'string') ? (value as Shape) : template;
  }
  if (typeof template !== 'object' || template === null)
    return typeof value === typeof template ? (value as Shape) : template;
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  return Object.fromEntries(
    Object.entries(template).map(([name, own]) => [name, shapedLike(own, fields[name])]),
  ) as Shape;
}
