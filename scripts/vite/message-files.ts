import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { areasOfAllPages } from '../../src/page-areas.ts';
import type { LocaleFacts } from '../build-messages.ts';

const FOLDER = '.generated/messages';

/** Adds the compiled messages to the build: one file per locale for the server, one per locale and area for browsers. */
export function messageFiles(): Plugin {
  return {
    name: 'message-files',
    apply: 'build',
    generateBundle() {
      const list = readFileSync(`${FOLDER}/locales.json`, 'utf8');
      const { locales }: { locales: Record<string, LocaleFacts> } = JSON.parse(list);
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
      if (this.environment.name === 'ssr') {
        emit('messages/locales.json', list);
        for (const locale of Object.keys(locales))
          emit(`messages/${locale}.json`, readFileSync(`${FOLDER}/${locale}.json`, 'utf8'));
        return;
      }
      for (const [locale, { version }] of Object.entries(locales))
        for (const area of areasOfAllPages())
          emit(
            `assets/messages-${locale}-${area}-${version}.js`,
            readFileSync(`${FOLDER}/${locale}/${area}.js`, 'utf8'),
          );
    },
  };
}
