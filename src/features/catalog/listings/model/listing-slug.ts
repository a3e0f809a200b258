import { slugWords } from '#lib/slug.ts';
import type { Offer } from './listing.ts';

const FALLBACK = 'car';

/** `{make}-{model}-{listingId}`: readable words in any script, then the id. Only the id identifies the listing. */
export function listingSlug(car: { id: number; make: string; model: string }): string {
  return `${slugWords(car.make, FALLBACK)}-${slugWords(car.model, FALLBACK)}-${car.id}`;
}

export function listingPath(car: { id: number; make: string; model: string; offer: Offer }): string {
  return `/${car.offer === 'Rent' ? 'rent-car' : 'buy-car'}/${encodeURIComponent(listingSlug(car))}`;
}
