import type { ListingAnswer } from '#features/listings/model/listing-contract.ts';
import { listingPath } from '#features/listings/model/listing-slug.ts';
import { pictureUrl } from '#features/listings/model/picture-source.ts';
import { KEPT_PAGES, keptAt } from '#lib/offline/cached-pages.ts';
import { favouriteIds } from '../model/favorites.ts';
import { carsToKeep } from '../model/viewed-cars.ts';
import { storedFavourites } from './stored-favorites.ts';
import { seenCars } from './stored-viewed-cars.ts';

/** A car as it was when it was kept. */
export type KeptCar = { car: ListingAnswer; keptAt: string };

export const callOf = (id: number) => `/api/api/listings/${id}`;

export function pageOf({ listing_id: id, make, model, RentSell: offer }: ListingAnswer): string {
  return listingPath({ id, make, model, offer });
}

/** The smallest of each picture. */
export function picturesOf({ images }: ListingAnswer): string[] {
  return images.map(({ url }) => pictureUrl(url, 'webp', { width: 320, quality: 60 }));
}

/** The ids of the cars that should be kept, as this browser's lists stand now. */
export function wantedCars(): number[] {
  return carsToKeep({ favourites: favouriteIds(storedFavourites()), seen: seenCars() });
}

/** The cars that can be read without a connection, the favourites apart. */
export async function readKeptCars(): Promise<{ favourites: KeptCar[]; seen: KeptCar[] }> {
  const cache = await caches.open(KEPT_PAGES);
  const saved = favouriteIds(storedFavourites());
  const cars = await Promise.all(wantedCars().map((id) => readKeptCar(cache, id)));
  const kept = cars.filter((car) => car !== null);
  const isSaved = ({ car }: KeptCar) => saved.includes(car.listing_id);
  return { favourites: kept.filter(isSaved), seen: kept.filter((car) => !isSaved(car)) };
}

export async function readKeptCar(cache: Cache, id: number): Promise<KeptCar | null> {
  const answer = await cache.match(callOf(id));
  return answer ? { car: await answer.clone().json(), keptAt: keptAt(answer) } : null;
}
