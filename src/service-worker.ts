/**
 * Requests every page from the network. If the network fails or is too slow, it shows the stored copy with its time, or
 * redirects to the offline page. It never stores API responses.
 * A new version waits until all windows of the old one are closed, so nothing changes under an open page.
 */

import { VERIFICATION_CACHE } from '#features/site/issued-documents/model/key-list.ts';
import { NIGHT } from '#features/site/media/model/picture-variant.ts';
import { mediaCalls } from '#features/site/site-calls.ts';
import { href } from '#lib/api-client/api-call.ts';
import {
  assetsIn,
  CACHED_PAGES,
  cachedAt,
  isStorable,
  RESPONSE_TIMEOUT_MS,
  YARD_CACHE,
} from '#lib/offline/cached-pages.ts';
import { hasSecretAddress, paths } from './paths.ts';

declare const BUILD: string;

/** The part of a service worker's global scope that ours uses. TypeScript's own types conflict with those of a page. */
type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };

type FetchEvent = ExtendableEvent & {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};

type PushEvent = ExtendableEvent & { data: { json(): unknown } | null };
type ClickEvent = ExtendableEvent & { notification: { data: unknown; close(): void } };
type Window = { url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> };

type WorkerScope = {
  location: Location;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: {
    navigationPreload?: { enable(): Promise<void> };
    showNotification(title: string, options: object): Promise<void>;
  };
  addEventListener(name: 'install' | 'activate', work: (event: ExtendableEvent) => void): void;
  addEventListener(name: 'fetch', response: (event: FetchEvent) => void): void;
  addEventListener(name: 'push', show: (event: PushEvent) => void): void;
  addEventListener(name: 'notificationclick', open: (event: ClickEvent) => void): void;
};

const worker = self as unknown as WorkerScope;
const PICTURES = href(mediaCalls.picture, { params: { key: '' } });
const SHELL = `shell-${BUILD}`;
const ASSETS = 'assets';
const VERIFY_PATHS = [paths.verifyCode, paths.verifyShort].map((path) => path.replace(/:.*$/, ''));
/** How much longer to wait for the network when no copy is stored. */
const UNCACHED_TIMEOUT_MS = 30_000;
/** Headers that describe the transferred bytes; wrong for the changed page. */
const TRANSFER_HEADERS = ['content-encoding', 'content-length', 'etag', 'vary'];

worker.addEventListener('install', (event) => event.waitUntil(cacheShell()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  const isNavigation = request.mode === 'navigate';
  const isDownload = isNavigation && pathname.startsWith('/api/');
  if (isDownload) return;
  if (isNavigation) event.respondWith(page(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (pathname.startsWith(PICTURES)) event.respondWith(picture(request));
});

worker.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.json())));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data));
});

/** Shows a push. A later one replaces it, because both lead to the same list. Browsers demand that each push is shown. */
async function showPush(message: unknown): Promise<void> {
  const { title, body = '', path = paths.notifications, tag = 'news' } = (message ?? {}) as Record<string, string>;
  if (!title) return;
  await worker.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    data: path,
    icon: '/icons/icon-192.png',
  });
}

/** Opens a page of this site, in a window that is open already if there is one. */
async function openPage(path: unknown): Promise<void> {
  const url = URL.parse(String(path), worker.location.origin);
  const target =
    url?.origin === worker.location.origin ? url.href : new URL(paths.notifications, worker.location.origin).href;
  const [open] = await worker.clients.matchAll({ type: 'window' });
  if (!open) {
    await worker.clients.openWindow(target);
    return;
  }
  await open.focus();
  await open.navigate(target);
}

/** Stores the offline page and the files it needs. */
async function cacheShell(): Promise<void> {
  const offline = await fetch(paths.offline, { cache: 'no-cache' });
  if (!isStorable(offline)) throw new Error(`Fetching the offline page failed with status ${offline.status}`);
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

/** Deletes files that no stored page references. Keeps all fonts, because only style sheets reference them. */
async function dropOldAssets(): Promise<void> {
  const names = [SHELL, CACHED_PAGES, VERIFICATION_CACHE, YARD_CACHE];
  const stored = (await Promise.all(names.map(textsOf))).flat();
  const needed = new Set(stored.flatMap(assetsIn));
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
    (await verifyPage(url)) ??
    (await yardPage(url)) ??
    (await within(UNCACHED_TIMEOUT_MS, fresh)) ??
    (await offlinePage(url))
  );
}

async function fromNetwork({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? (await fetch(request));
}

/** Resolves with the response, or with null after `ms`. */
function within<Result>(ms: number, response: Promise<Result | null>): Promise<Result | null> {
  return Promise.race([response, new Promise<null>((resolve) => setTimeout(resolve, ms, null))]);
}

/** Returns the stored page. `data-kept` holds the time of the copy, which the page shows at its top. */
async function cachedPage(url: string): Promise<Response | undefined> {
  const cached = await caches.match(url, { cacheName: CACHED_PAGES, ignoreSearch: true, ignoreVary: true });
  if (!cached || !isPage(cached)) return;
  const html = (await cached.text()).replace('<html', `<html data-kept="${cachedAt(cached)}"`);
  const headers = new Headers(cached.headers);
  for (const name of TRANSFER_HEADERS) headers.delete(name);
  return new Response(html, { headers });
}

/**
 * Returns the stored page that verifies documents, under its own address: the signed figures of a scanned code are in the fragment, which
 * stays with a redirect.
 */
async function verifyPage(url: string): Promise<Response | undefined> {
  const { pathname } = new URL(url);
  if (!VERIFY_PATHS.some((path) => pathname.startsWith(path)) && pathname !== paths.verify) return;
  const stored = await caches.match(paths.verify, { cacheName: VERIFICATION_CACHE, ignoreVary: true });
  return stored && pathname !== paths.verify ? Response.redirect(paths.verify) : stored;
}

/** Returns the stored page for reports from the yard, which has no personal data. */
async function yardPage(url: string): Promise<Response | undefined> {
  if (new URL(url).pathname !== paths.yard) return;
  return caches.match(paths.yard, { cacheName: YARD_CACHE, ignoreVary: true });
}

async function offlinePage(url: string): Promise<Response> {
  const { pathname, search } = new URL(url);
  if (pathname !== paths.offline) {
    const query = hasSecretAddress(pathname) ? '' : `?page=${encodeURIComponent(pathname + search)}`;
    return Response.redirect(paths.offline + query);
  }
  return (await caches.match(paths.offline, { cacheName: SHELL, ignoreVary: true })) ?? Response.error();
}

/** Serves stored files without revalidation, because their names contain a content hash. */
async function asset(request: Request): Promise<Response> {
  const cached = await caches.match(request.url, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (isStorable(response)) {
    const copy = response.clone();
    caches
      .open(ASSETS)
      .then((assets) => assets.put(request.url, copy))
      .catch(() => {});
  }
  return response;
}

/** Falls back to the stored copy of a picture in any size. Only the light theme's version of a drawing is stored. */
async function picture(request: Request): Promise<Response> {
  const fresh = fetch(request).catch(() => null);
  return (
    (await within(RESPONSE_TIMEOUT_MS, fresh)) ??
    (await cachedPicture(request.url)) ??
    (await fresh) ??
    Response.error()
  );
}

function cachedPicture(url: string): Promise<Response | undefined> {
  return caches.match(url.replace(`${NIGHT}?`, '?'), { cacheName: CACHED_PAGES, ignoreSearch: true, ignoreVary: true });
}
