import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, redirectDocument } from 'react-router';
import type { ApiClient } from '../api-client/api-client.ts';
import { browserApi, watchedBrowserApi } from '../api-client/browser-api.ts';
import { isCached, RESPONSE_TIMEOUT_MS } from '../offline/cached-pages.ts';
import { pageContext } from './page-context.ts';

export type LoadInput = { api: ApiClient; url: URL; params: Record<string, string | undefined> };

/** Reads what a page shows, through the API, on whichever side it runs. */
export type Load<Data> = (input: LoadInput) => Promise<Data>;

/** A page's `load` as React Router's loader: on the server, with the endpoints called in process. */
export function serverLoader<Data>(load: Load<Data>) {
  return ({ request, params, context }: LoaderFunctionArgs) =>
    load({ api: context.get(pageContext).api, url: new URL(request.url), params });
}

/** The same `load` as React Router's clientLoader: later navigations call the API straight from the browser. */
export function browserLoader<Data>(load: Load<Data>) {
  return ({ request, params }: ClientLoaderFunctionArgs) => {
    const url = new URL(request.url);
    const mayBeKept = url.pathname !== location.pathname && Boolean(navigator.serviceWorker?.controller);
    return mayBeKept ? orAsDocument(load, url, params) : load({ api: browserApi, url, params });
  };
}

/**
 * Loads another page over a line that may be dead or silent. Without a connection it is asked for as a document, and so is one that
 * was kept when no answer comes: the service worker knows what it can show of it.
 */
function orAsDocument<Data>(load: Load<Data>, url: URL, params: LoadInput['params']): Promise<Data> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(redirectDocument(url.pathname + url.search));
    if (!navigator.onLine) return leave();
    const leaveIfKept = async () => {
      if (await isCached(url.pathname)) leave();
    };
    const timer = setTimeout(leaveIfKept, RESPONSE_TIMEOUT_MS);
    const api = watchedBrowserApi(leaveIfKept);
    load({ api, url, params })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
