import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, redirectDocument } from 'react-router';
import { type ApiClient, isApiFailure } from '../api-client/api-client.ts';
import { browserApi, watchedBrowserApi } from '../api-client/browser-api.ts';
import { documentTranslator } from '../i18n/document-messages.ts';
import type { Translator } from '../i18n/translator.ts';
import { isCached, RESPONSE_TIMEOUT_MS } from '../offline/cached-pages.ts';
import { pageContext } from './page-context.ts';

export type LoadInput = {
  api: ApiClient;
  /** Writes in the language of the page. */
  t: Translator;
  url: URL;
  params: Record<string, string | undefined>;
};

/** Loads a page's data through the API, on the server or in the browser. */
export type Load<Data> = (input: LoadInput) => Promise<Data>;

/** Adapts `load` to React Router's `loader`, which calls the endpoints in process. */
export function serverLoader<Data>(load: Load<Data>) {
  return ({ request, params, context }: LoaderFunctionArgs) => {
    const { api, t } = context.get(pageContext);
    return load({ api, t, url: new URL(request.url), params }).catch(throwRefusal);
  };
}

/** Keeps the status of a page that the caller may not see. React Router answers other errors with 500. */
function throwRefusal(error: unknown): never {
  if (isApiFailure(error) && error.status === 403) throw data(error.message, { status: 403 });
  throw error;
}

/** Adapts `load` to React Router's `clientLoader`, which calls the API from the browser on later navigations. */
export function browserLoader<Data>(load: Load<Data>) {
  return ({ request, params }: ClientLoaderFunctionArgs) => {
    const url = new URL(request.url);
    const mayBeCached = url.pathname !== location.pathname && Boolean(navigator.serviceWorker?.controller);
    return mayBeCached
      ? orAsDocument(load, url, params)
      : load({ api: browserApi, t: documentTranslator(), url, params });
  };
}

/**
 * Loads the data of another page. Navigates to its document instead if the browser is offline, or if a stored copy
 * exists and the network fails or is too slow, so that the service worker can show the copy or the offline page.
 */
function orAsDocument<Data>(load: Load<Data>, url: URL, params: LoadInput['params']): Promise<Data> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(redirectDocument(url.pathname + url.search));
    if (!navigator.onLine) return leave();
    const leaveIfCached = async () => {
      if (await isCached(url.pathname)) leave();
    };
    const timer = setTimeout(leaveIfCached, RESPONSE_TIMEOUT_MS);
    const api = watchedBrowserApi(leaveIfCached);
    load({ api, t: documentTranslator(), url, params })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** Reads a page number from the URL; 1 if it is missing or invalid. */
export function pageNumber(search: URLSearchParams, name: string): number {
  const page = Number(search.get(name));
  return Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1;
}
