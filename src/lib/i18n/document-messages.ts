import type { Messages } from '@lingui/core';
import { addMessages, translatorFor } from './catalogs.ts';
import type { Language, MessageArea, Translator } from './translator.ts';

const loading = new Map<MessageArea, Promise<void>>();

/** The translator of the document's language. */
export function documentTranslator(): Translator {
  return translatorFor(document.documentElement.lang);
}

/** Loads areas of messages in the document's language, each once. */
export async function loadMessages(areas: readonly MessageArea[]): Promise<void> {
  await Promise.all(areas.map((area) => loading.get(area) ?? loadArea(area)));
}

function loadArea(area: MessageArea): Promise<void> {
  const { lang: locale, dir, dataset } = document.documentElement;
  const language: Language = { locale, dir: dir === 'rtl' ? 'rtl' : 'ltr', version: dataset.messages ?? '' };
  const loaded = import(/* @vite-ignore */ messageFile(language, area)).then(
    ({ default: messages }: { default: Messages }) => addMessages(language, messages),
  );
  loading.set(area, loaded);
  loaded.catch(() => loading.delete(area));
  return loaded;
}

/** Returns the URL of a file that `scripts/vite/message-files.ts` writes; in development, that of its source. */
export function messageFile({ locale, version }: Pick<Language, 'locale' | 'version'>, area: MessageArea): string {
  return import.meta.env.PROD
    ? `/assets/messages-${locale}-${area}-${version}.js`
    : `/.generated/messages/${locale}/${area}.js`;
}
