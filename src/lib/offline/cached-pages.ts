/**
 * What this browser keeps to be read without a connection, and the service worker finds there: pages by their address, what they
 * were made of, and pictures. Only what everybody may see is put there.
 */
export const CACHED_PAGES = 'kept-pages';

/** So long the network may say nothing before a page that was kept is shown instead. */
export const RESPONSE_TIMEOUT_MS = 6_000;

/** The files of a build that a page or a style sheet names. */
export function assetsIn(text: string): string[] {
  return [...new Set(text.match(/\/assets\/[\w.~-]+\.\w+/g))];
}

/** When something was kept: when the server sent it, in its own time. */
export function cachedAt({ headers }: Response): string {
  const sent = new Date(headers.get('date') ?? Number.NaN);
  return (Number.isNaN(sent.getTime()) ? new Date() : sent).toISOString();
}

/** Waits for the service worker that will show what is kept. Where there is none, it waits for ever. */
export function serviceWorkerReady(): Promise<unknown> {
  const { serviceWorker } = navigator;
  if (serviceWorker?.controller) return Promise.resolve();
  return new Promise((resolve) => serviceWorker?.addEventListener('controllerchange', resolve, { once: true }));
}

/** Whether the service worker could show a page without a connection. */
export async function isCached(path: string): Promise<boolean> {
  const found = caches.match(path, { cacheName: CACHED_PAGES, ignoreSearch: true, ignoreVary: true });
  return (await found.catch(() => undefined)) !== undefined;
}

/** The person asked their browser to load as little as it can. */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
}

/** Forgets everything that was kept. A browser that refuses storage has kept nothing. */
export async function clearCachedPages(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHED_PAGES).catch(() => {});
}
