import type { MessageId } from '#lib/i18n/messages.ts';

/** How an account call ended: with words for the person and, where it was refused, the fields at fault. */
export type Outcome = { done: boolean; messageKey: MessageId; fields?: Record<string, MessageId> };

export const done = (messageKey: MessageId): Outcome => ({ done: true, messageKey });
export const refused = (messageKey: MessageId, field?: string): Outcome => ({
  done: false,
  messageKey,
  ...(field !== undefined && { fields: { [field]: messageKey } }),
});
