/**
 * Stands between the site and the network. Pages come from the network first, always; without one, or when it says nothing for too
 * long, a page that was kept comes with the time of its keeping, any other leads to the offline page. No answer of the API is ever
 * kept here.
 * A new version waits until the windows of the old one are closed, so nothing changes under an open page.
 */
import { mediaCalls } from '#features/media/model/media-calls.ts';
import { href } from '#lib/api-client/api-call.ts';
import { assetsIn, CACHED_PAGES, cachedAt, RESPONSE_TIMEOUT_MS } from '#lib/offline/cached-pages.ts';
import type { FetchEvent, WorkerScope } from '#lib/offline/worker-scope.ts';
import { hasSecretAddress, paths } from './paths.ts';

declare const BUILD: string;

const worker = self as unknown as WorkerScope;
const PICTURES = href(mediaCalls.picture, { params: { key: '' } });
const SHELL = `shell-${BUILD}`;
const ASSETS = 'assets';
/** So long a page of which nothing was kept is waited for: a server may be slow. */
const MAX_SILENCE_MS = 30_000;
/** They belong to the bytes that came, not to those that are handed on. */
const OF_THE_WIRE = ['content-encoding', 'content-length', 'etag', 'vary'];

worker.addEventListener('install', (event) => event.waitUntil(keepShell()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  const opened = request.mode === 'navigate';
  const isDownload = opened && pathname.startsWith('/api/');
  if (isDownload) return;
  if (opened) event.respondWith(page(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (pathname.startsWith(PICTURES)) event.respondWith(picture(request));
});

/** The offline page, and the files it is made of. */
async function keepShell(): Promise<void> {
  const offline = await fetch(paths.offline, { cache: 'no-cache' });
  if (!offline.ok) throw new Error(`The offline page answered ${offline.status}`);
  const files = assetsIn(await offline.clone().text());
  await (await caches.open(SHELL)).put(paths.offline, offline);
  await (await caches.open(ASSETS)).addAll(files);
}

async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith('shell-') && name !== SHELL);
  await Promise.all(others.map((name) => caches.delete(name)));
  await dropOldAssets();
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** Files stay while a kept page is made of them. Fonts, which only style sheets name, stay. */
async function dropOldAssets(): Promise<void> {
  const kept = [...(await textsOf(SHELL)), ...(await textsOf(CACHED_PAGES))];
  const needed = new Set(kept.flatMap(assetsIn));
  const assets = await caches.open(ASSETS);
  for (const { url } of await assets.keys()) {
    const { pathname } = new URL(url);
    if (!needed.has(pathname) && !pathname.endsWith('.woff2')) await assets.delete(url);
  }
}

async function textsOf(name: string): Promise<string[]> {
  const responses = await (await caches.open(name)).matchAll();
  return Promise.all(responses.filter(isPage).map((response) => response.text()));
}

const isPage = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') ?? false;

async function page(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  const fresh = fromNetwork(event).catch(() => null);
  return (
    (await within(RESPONSE_TIMEOUT_MS, fresh)) ??
    (await cachedPage(url)) ??
    (await within(MAX_SILENCE_MS, fresh)) ??
    (await offlinePage(url))
  );
}

async function fromNetwork({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? (await fetch(request));
}

/** What is there in time; null otherwise. */
function within<Result>(ms: number, response: Promise<Result | null>): Promise<Result | null> {
  return Promise.race([response, new Promise<null>((resolve) => setTimeout(resolve, ms, null))]);
}

/** A kept page says of itself when that was: `data-kept` shows it above what it tells. */
async function cachedPage(url: string): Promise<Response | undefined> {
  const kept = await caches.match(url, { cacheName: CACHED_PAGES, ignoreSearch: true, ignoreVary: true });
  if (!kept || !isPage(kept)) return;
  const html = (await kept.text()).replace('<html', `<html data-kept="${cachedAt(kept)}"`);
  const headers = new Headers(kept.headers);
  for (const name of OF_THE_WIRE) headers.delete(name);
  return new Response(html, { headers });
}

async function offlinePage(url: string): Promise<Response> {
  const { pathname, search } = new URL(url);
  if (pathname !== paths.offline) {
    const wanted = hasSecretAddress(pathname) ? '' : `?page=${encodeURIComponent(pathname + search)}`;
    return Response.redirect(paths.offline + wanted);
  }
  return (await caches.match(paths.offline, { cacheName: SHELL, ignoreVary: true })) ?? Response.error();
}

/** The name of a file changes with what is in it, so one that is here need not be asked for again. */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request.url, { cacheName: ASSETS, ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    const copy = response.clone();
    caches
      .open(ASSETS)
      .then((assets) => assets.put(request.url, copy))
      .catch(() => {});
  }
  return response;
}

/** Without a connection, a picture in whatever size was kept. */
async function picture(request: Request): Promise<Response> {
  const fresh = fetch(request).catch(() => null);
  return (
    (await within(RESPONSE_TIMEOUT_MS, fresh)) ?? (await keptPicture(request.url)) ?? (await fresh) ?? Response.error()
  );
}

function keptPicture(url: string): Promise<Response | undefined> {
  return caches.match(url, { cacheName: CACHED_PAGES, ignoreSearch: true, ignoreVary: true });
}
