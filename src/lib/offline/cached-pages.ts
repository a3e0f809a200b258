/** Name of the browser cache with the page for reports from the yard, which works without a connection. */
export const YARD_CACHE = 'yard';

/**
 * Name of the browser cache for offline use: pages by URL, the API responses behind them, and pictures. Public content
 * only.
 */
export const CACHED_PAGES = 'kept-pages';

/** How long to wait for the network before showing the stored copy of a page. */
export const RESPONSE_TIMEOUT_MS = 6_000;

/** Returns the URLs of the build's files in a page or a style sheet. */
export function assetsIn(text: string): string[] {
  return [...new Set(text.match(/\/assets\/[\w.~-]+\.\w+/g))];
}

/** Returns whether a response may be stored: it succeeded, and the server does not forbid storing it. */
export function isStorable({ ok, headers }: Response): boolean {
  return ok && !/\bno-store\b/i.test(headers.get('cache-control') ?? '');
}

/** Returns when the server sent a response, from its Date header; the current time without one. */
export function cachedAt({ headers }: Response): string {
  const sent = new Date(headers.get('date') ?? Number.NaN);
  return (Number.isNaN(sent.getTime()) ? new Date() : sent).toISOString();
}

/** Resolves once a service worker controls this page; never resolves if there is none. */
export function serviceWorkerReady(): Promise<unknown> {
  const { serviceWorker } = navigator;
  if (serviceWorker?.controller) return Promise.resolve();
  return new Promise((resolve) => serviceWorker?.addEventListener('controllerchange', resolve, { once: true }));
}

/** Returns whether a copy of the page is stored. */
export async function isCached(path: string): Promise<boolean> {
  const found = caches.match(path, { cacheName: CACHED_PAGES, ignoreSearch: true, ignoreVary: true });
  return (await found.catch(() => undefined)) !== undefined;
}

/** Returns whether the user has enabled the browser's data saver. */
export function isDataSaverOn(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
}

/** Deletes all stored pages. Ignores browsers that deny storage. */
export async function clearCachedPages(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHED_PAGES).catch(() => {});
}
