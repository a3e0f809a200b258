import { serverTranslator } from '#lib/server/i18n/languages.ts';

/** The English translator, for tests that run in Node. */
export const english = serverTranslator('en');
