import { createContext } from 'react-router';
import type { ApiClient } from '../api-client/api-client.ts';
import type { Translator } from '../i18n/translator.ts';
import type { SiteFacts } from './page-site.ts';

/** What the server passes to a page while rendering it. */
type PageContext = {
  api: ApiClient;
  /** Writes in the language of the page. */
  t: Translator;
  nonce: string;
  site: SiteFacts;
  /** Message of the previous form action, if it ran without scripts. */
  notice: string | null;
  /** Receives the rendered page, which a `Response` would copy and stream. */
  takeHtml(chunks: Uint8Array[]): void;
};

export const pageContext = createContext<PageContext>();
