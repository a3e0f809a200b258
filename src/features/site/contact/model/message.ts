import * as z from 'zod/mini';
import type { MessageKey } from '#lib/i18n/translator.ts';

/** `new`: not assigned. `taken`: assigned to a person. `done`: answered, or closed without an answer. */
export const MESSAGE_STATES = ['new', 'taken', 'done'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** `mine` takes a message and `nobody` releases it. */
export const MESSAGE_CHANGES = ['mine', 'nobody', 'done', 'open'] as const;
export type MessageChange = (typeof MESSAGE_CHANGES)[number];

export const MAX_REPLY_LENGTH = 5_000;
const INVALID: MessageKey = 'admin.messages.answer.invalid';

/** Lines of visible text. */
export const replyText = z.string({ error: INVALID }).check(
  z.trim(),
  z.refine((text) => text !== '' && text.length <= MAX_REPLY_LENGTH && text.isWellFormed() && !text.includes('\0'), {
    error: INVALID,
  }),
);

/** Returns an error for an empty or too long reply. */
export function replyProblems({ text }: Record<string, unknown>): Record<string, MessageKey> | null {
  return replyText.safeParse(text).success ? null : { text: INVALID };
}
