import type { MessageId } from '#lib/i18n/messages.ts';

/** Result of an account call: a message for the user and, on failure, the fields at fault. */
export type Outcome = { done: boolean; messageKey: MessageId; fields?: Record<string, MessageId> };

export const done = (messageKey: MessageId): Outcome => ({ done: true, messageKey });
export const refused = (messageKey: MessageId, field?: string): Outcome => ({
  done: false,
  messageKey,
  ...(field !== undefined && { fields: { [field]: messageKey } }),
});
