import type { MessageKey } from '#lib/i18n/translator.ts';

/** Result of an account call: a message for the user and, on failure, the fields at fault. */
export type Outcome = { done: boolean; messageKey: MessageKey; fields?: Record<string, MessageKey> };

export const done = (messageKey: MessageKey): Outcome => ({ done: true, messageKey });
export const refused = (messageKey: MessageKey, field?: string): Outcome => ({
  done: false,
  messageKey,
  ...(field !== undefined && { fields: { [field]: messageKey } }),
});
