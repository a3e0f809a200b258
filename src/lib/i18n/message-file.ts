import type { Language, MessageArea } from './translator.ts';

/** The URL of a file that `scripts/vite/message-files.ts` writes, or in development of the file that it is made from. */
export function messageFile({ locale, version }: Pick<Language, 'locale' | 'version'>, area: MessageArea): string {
  return import.meta.env.PROD
    ? `/assets/messages-${locale}-${area}-${version}.js`
    : `/.generated/messages/${locale}/${area}.js`;
}
