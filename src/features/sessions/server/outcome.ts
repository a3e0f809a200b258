import type { WordId } from '#lib/i18n/messages.ts';

/** How an account call ended: with words for the person and, where it was refused, the fields at fault. */
export type Outcome = { done: boolean; say: WordId; fields?: Record<string, WordId> };

export const done = (say: WordId): Outcome => ({ done: true, say });
export const refused = (say: WordId, field?: string): Outcome => ({
  done: false,
  say,
  ...(field !== undefined && { fields: { [field]: say } }),
});
