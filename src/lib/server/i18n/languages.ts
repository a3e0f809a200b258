import { readFileSync } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import { addMessages, isLoaded, translatorFor } from '../../i18n/catalogs.ts';
import type { Language, Translator } from '../../i18n/translator.ts';
import { generatedFile } from '../project-root.ts';

type Languages = { default: string; locales: Record<string, Omit<Language, 'locale'>> };

const languages: Languages = JSON.parse(readFileSync(generatedFile('messages', 'locales.json'), 'utf8'));

/** The locales that the site has. The first one is the default. */
export const LOCALES = [...new Set([languages.default, ...Object.keys(languages.locales)])];

/** The translator of a locale. Its messages are read once. */
export function serverTranslator(locale: string): Translator {
  const facts = languages.locales[locale];
  if (!facts) throw new Error(`The site has no locale ${locale}`);
  if (!isLoaded(locale)) {
    const messages = JSON.parse(readFileSync(generatedFile('messages', `${locale}.json`), 'utf8'));
    addMessages({ locale, ...facts }, messages);
  }
  return translatorFor(locale);
}

/** The translator for a request. The one place that decides in which language a request is answered. */
export function requestTranslator(_request?: FastifyRequest): Translator {
  return serverTranslator(languages.default);
}

/** The translator for an email or a document. No account knows yet which language its owner reads. */
export function recipientTranslator(locale: string = languages.default): Translator {
  return serverTranslator(locale);
}
