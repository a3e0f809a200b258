import { assetsIn, cachedAt, isStorable, serviceWorkerReady } from '#lib/offline/cached-pages.ts';
import { paths } from '#paths.ts';
import { KEY_LIST_PATH, type KeyList } from '../model/key-list.ts';
import { VERIFICATION_CACHE } from '../model/offline-verification.ts';

export type KnownKeys = {
  list: KeyList;
  /** When the server sent the list, ISO 8601. */
  at: string;
};

/** Returns the list of keys from the server, or else the one that this browser has stored; null without both. */
export async function knownKeys(): Promise<KnownKeys | null> {
  const response = (await fetch(KEY_LIST_PATH).catch(() => null)) ?? (await storedKeys());
  return response?.ok ? { list: await response.json(), at: cachedAt(response) } : null;
}

async function storedKeys(): Promise<Response | undefined> {
  return 'caches' in globalThis ? caches.match(KEY_LIST_PATH, { cacheName: VERIFICATION_CACHE }) : undefined;
}

/** Stores the page and the list of keys once a service worker can show them without a connection. */
export async function storeVerification(): Promise<void> {
  await serviceWorkerReady();
  const cache = await caches.open(VERIFICATION_CACHE);
  const [page, keys] = await Promise.all([fetch(paths.verify), fetch(KEY_LIST_PATH)]);
  if (!isStorable(page) || !keys.ok) return;
  // The service worker stores the files of the build as they are fetched.
  await Promise.all(assetsIn(await page.clone().text()).map((file) => fetch(file)));
  await cache.put(paths.verify, page);
  await cache.put(KEY_LIST_PATH, keys);
}
