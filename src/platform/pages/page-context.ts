import { createContext, type RouterContext } from 'react-router';
import type { ApiClient } from '#platform/api-client/api-client.ts';
import type { SiteFacts } from './site-facts.ts';

/** What the server hands to a page while rendering it. */
export type PageContext = {
  api: ApiClient;
  nonce: string;
  site: SiteFacts;
  /** What the last page wanted to say, where no script could. */
  notice: string | null;
};

const KEY = Symbol.for('carquay.pageContext');
const shared = globalThis as unknown as Record<symbol, RouterContext<PageContext> | undefined>;

/** One object for the server and the page bundle, which each load this module on their own. */
shared[KEY] ??= createContext<PageContext>();
export const pageContext: RouterContext<PageContext> = shared[KEY];
