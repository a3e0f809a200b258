import type { ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { assetsIn, CACHED_PAGES, isDataSaverOn, isStorable, serviceWorkerReady } from '#lib/offline/cached-pages.ts';
import { carCallUrl, carPagePath, carsToStore, picturesOf, readOfflineCar } from './offline-cars.ts';

let underway = Promise.resolve();

/**
 * Stores the pages of favorites and recently viewed cars one at a time, for offline use. Deletes others both before, to
 * free space, and after, because the lists may have changed. Reloads the page of `viewedId`. Does nothing without the
 * service worker that would show them.
 */
export function storeOfflineCars(viewedId?: number): Promise<void> {
  underway = underway.then(() => update(viewedId)).catch(() => {});
  return underway;
}

async function update(viewedId?: number): Promise<void> {
  await serviceWorkerReady();
  const cache = await caches.open(CACHED_PAGES);
  await dropOthers(cache);
  for (const id of carsToStore())
    if (id === viewedId || !(await cache.match(carCallUrl(id)))) await storeCar(cache, id);
  await dropOthers(cache);
}

async function storeCar(cache: Cache, id: number): Promise<void> {
  const response = await fetch(carCallUrl(id), { headers: { accept: 'application/json' } });
  const isPrivate = response.ok && !isStorable(response);
  if (response.status === 404 || isPrivate) return void (await cache.delete(carCallUrl(id)));
  if (!response.ok) return;
  const car: ListingResponse = await response.clone().json();
  const page = await fetch(carPagePath(car));
  if (!isStorable(page)) return;
  const html = await page.clone().text();
  await Promise.all(assetsIn(html).map((file) => fetch(file)));
  if (!isDataSaverOn()) for (const picture of picturesOf(car)) await storePicture(cache, picture);
  if (!carsToStore().includes(id)) return;
  await cache.put(carPagePath(car), page);
  await cache.put(carCallUrl(id), response);
}

async function storePicture(cache: Cache, url: string): Promise<void> {
  if (!url.startsWith('/') || (await cache.match(url))) return;
  const picture = await fetch(url);
  if (isStorable(picture)) await cache.put(url, picture);
}

async function dropOthers(cache: Cache): Promise<void> {
  const cars = await Promise.all(carsToStore().map((id) => readOfflineCar(cache, id)));
  const needed = new Set(
    cars.flatMap((stored) =>
      stored ? [carCallUrl(stored.car.listing_id), carPagePath(stored.car), ...picturesOf(stored.car)] : [],
    ),
  );
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url);
    if (!needed.has(pathname + search)) await cache.delete(url);
  }
}
