import { type Messages, setupI18n } from '@lingui/core';
import { messages as english } from '#generated/messages/en-site.ts';
import type { MessageId } from '#generated/messages/message-id.ts';

export type { MessageId };

/** Looks a message up by id and fills in its values. */
export type Translator = (id: MessageId, values?: Record<string, string | number>) => string;

const catalogues = { en: setupI18n({ locale: 'en', messages: { en: english } }) };

/** The catalogue of one locale. */
export function wordsOf(locale: keyof typeof catalogues): Translator {
  return (id, values) => catalogues[locale]._(id, values);
}

/** Adds the messages of an area; the area's module calls it when it is imported. */
export function addMessages(locale: keyof typeof catalogues, messages: Messages): void {
  catalogues[locale].load(locale, messages);
}

export const englishWords = wordsOf('en');

export function isMessageId(text: string): text is MessageId {
  return Object.hasOwn(catalogues.en.messages, text);
}
