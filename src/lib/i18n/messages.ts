import { type Messages, setupI18n } from '@lingui/core';
import { messages as english } from '#generated/words/en.ts';
import type { WordId } from '#generated/words/word-id.ts';

export type { WordId };

/** Looks a message up by id and fills in its values. */
export type Words = (id: WordId, values?: Record<string, string | number>) => string;

const catalogues = { en: setupI18n({ locale: 'en', messages: { en: english } }) };

/** The catalogue of one locale. */
export function wordsOf(locale: keyof typeof catalogues): Words {
  return (id, values) => catalogues[locale]._(id, values);
}

/** Adds the messages of an area; the area's module calls it when it is imported. */
export function addWords(locale: keyof typeof catalogues, messages: Messages): void {
  catalogues[locale].load(locale, messages);
}

export const englishWords = wordsOf('en');

export function isWordId(text: string): text is WordId {
  return Object.hasOwn(catalogues.en.messages, text);
}
