import { listingCalls } from '#features/catalog/catalog-calls.ts';
import { listingPath } from '#features/catalog/listings/model/listing.ts';
import type { ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { pictureUrl } from '#features/catalog/listings/model/picture-source.ts';
import { href } from '#lib/api-client/api-call.ts';
import { CACHED_PAGES, cachedAt } from '#lib/offline/cached-pages.ts';
import { favoriteIds } from '../model/favorites.ts';
import { offlineCarIds } from '../model/viewed-cars.ts';
import { storedFavorites } from './stored-favorites.ts';
import { viewedCars } from './stored-viewed-cars.ts';

/** A car as it was when it was stored. */
export type OfflineCar = { car: ListingResponse; cachedAt: string };

export const carCallUrl = (id: number) => href(listingCalls.one, { params: { id } });

export function carPagePath({ listing_id: id, make, model, RentSell: offer }: ListingResponse): string {
  return listingPath({ id, make, model, offer });
}

/** Returns the smallest variant of each picture. */
export function picturesOf({ images }: ListingResponse): string[] {
  return images.map(({ url }) => pictureUrl(url, 'webp', { width: 320, quality: 60 }));
}

/** Returns the ids of the cars to store, from this browser's lists. */
export function carsToStore(): number[] {
  return offlineCarIds({ favorites: favoriteIds(storedFavorites()), viewed: viewedCars() });
}

/** Reads the stored cars: favorites, and others viewed last. */
export async function readOfflineCars(): Promise<{ favorites: OfflineCar[]; viewed: OfflineCar[] }> {
  const cache = await caches.open(CACHED_PAGES);
  const saved = favoriteIds(storedFavorites());
  const cars = await Promise.all(carsToStore().map((id) => readOfflineCar(cache, id)));
  const stored = cars.filter((car) => car !== null);
  const isSaved = ({ car }: OfflineCar) => saved.includes(car.listing_id);
  return { favorites: stored.filter(isSaved), viewed: stored.filter((car) => !isSaved(car)) };
}

export async function readOfflineCar(cache: Cache, id: number): Promise<OfflineCar | null> {
  const response = await cache.match(carCallUrl(id));
  return response ? { car: await response.clone().json(), cachedAt: cachedAt(response) } : null;
}
