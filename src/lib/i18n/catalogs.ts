import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { createTranslator, type Language, type Translator } from './translator.ts';

const languages = new Map<string, { catalogue: I18n; translator: Translator }>();

/** Adds messages to the catalogue of a language. Its translator knows them at once. */
export function addMessages(language: Language, messages: Messages): void {
  const { locale } = language;
  let known = languages.get(locale);
  if (!known) {
    const catalogue = setupI18n({ locale, messages: { [locale]: {} } });
    known = { catalogue, translator: createTranslator(language, catalogue) };
    languages.set(locale, known);
  }
  known.catalogue.load(locale, messages);
}

/** The translator of a locale whose messages were added before. */
export function translatorFor(locale: string): Translator {
  const known = languages.get(locale);
  if (!known) throw new Error(`No messages of ${locale} are loaded`);
  return known.translator;
}

export function isLoaded(locale: string): boolean {
  return languages.has(locale);
}
