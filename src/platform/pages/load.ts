import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, redirectDocument } from 'react-router';
import type { ApiClient } from '#platform/api-client/api-client.ts';
import { browserApi } from '#platform/api-client/browser-api.ts';
import { pageContext } from './page-context.ts';

export type LoadInput = { api: ApiClient; url: URL; params: Record<string, string | undefined> };

/** Reads what a page shows, through the API, on whichever side it runs. */
export type Load<Data> = (input: LoadInput) => Promise<Data>;

/** A page's `load` as React Router's loader: on the server, with the endpoints called in process. */
export function loadOnServer<Data>(load: Load<Data>) {
  return ({ request, params, context }: LoaderFunctionArgs) =>
    load({ api: context.get(pageContext).api, url: new URL(request.url), params });
}

/** The same `load` as React Router's clientLoader: later navigations call the API straight from the browser. */
export function loadInBrowser<Data>(load: Load<Data>) {
  return ({ request, params }: ClientLoaderFunctionArgs) => {
    const url = new URL(request.url);
    if (isOutOfReach(url)) throw redirectDocument(url.pathname + url.search);
    return load({ api: browserApi, url, params });
  };
}

/** Without a connection another page is asked for as a document: the service worker knows what it can show of it. */
function isOutOfReach({ pathname }: URL): boolean {
  return !navigator.onLine && pathname !== location.pathname && Boolean(navigator.serviceWorker?.controller);
}
