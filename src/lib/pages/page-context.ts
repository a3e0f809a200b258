import { createContext } from 'react-router';
import type { ApiClient } from '../api-client/api-client.ts';
import type { SiteFacts } from './site-facts.ts';

/** What the server hands to a page while rendering it. */
export type PageContext = {
  api: ApiClient;
  nonce: string;
  site: SiteFacts;
  /** What the last page wanted to say, where no script could. */
  notice: string | null;
};

export const pageContext = createContext<PageContext>();
