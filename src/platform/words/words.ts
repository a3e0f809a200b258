import { setupI18n } from '@lingui/core';
import { messages as english } from '#generated/words/en.ts';
import type { WordId } from '#generated/words/word-id.ts';

export type { WordId };

/** Looks a message up by id and fills in its values. */
export type Words = (id: WordId, values?: Record<string, string | number>) => string;

/** The catalogue of one locale. */
export function wordsOf(locale: 'en'): Words {
  const i18n = setupI18n({ locale, messages: { en: english } });
  return (id, values) => i18n._(id, values);
}

export const englishWords = wordsOf('en');
