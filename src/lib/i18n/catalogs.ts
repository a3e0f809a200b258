import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { createTranslator, type Language, type Translator } from './translator.ts';

const languages = new Map<string, { catalog: I18n; translator: Translator }>();

/** Adds messages to the catalog of a language. Its translator uses them immediately. */
export function addMessages(language: Language, messages: Messages): void {
  const { locale } = language;
  let known = languages.get(locale);
  if (!known) {
    const catalog = setupI18n({ locale, messages: { [locale]: {} } });
    known = { catalog, translator: createTranslator(language, catalog) };
    languages.set(locale, known);
  }
  known.catalog.load(locale, messages);
}

/** Returns the translator of a locale. Throws unless its messages were added before. */
export function translatorFor(locale: string): Translator {
  const known = languages.get(locale);
  if (!known) throw new Error(`No messages of ${locale} are loaded`);
  return known.translator;
}

export function isLoaded(locale: string): boolean {
  return languages.has(locale);
}
