import type { Offer } from './listing.ts';

/** `{make}-{model}-{listingId}`: readable words in any script, then the id. Only the id identifies the listing. */
export function listingSlug(car: { id: number; make: string; model: string }): string {
  return `${slugWords(car.make)}-${slugWords(car.model)}-${car.id}`;
}

export function listingPath(car: { id: number; make: string; model: string; offer: Offer }): string {
  return `/${car.offer === 'Rent' ? 'rent-car' : 'buy-car'}/${encodeURIComponent(listingSlug(car))}`;
}

/** Returns the listing id at the end of a slug, or null if there is none. */
export function listingIdOfSlug(slug: string): number | null {
  const last = slug.slice(slug.lastIndexOf('-') + 1);
  if (!/^[1-9]\d{0,15}$/.test(last)) return null;
  const id = Number(last);
  return Number.isSafeInteger(id) ? id : null;
}

/** Converts a name to a URL path segment. */
export function slugWords(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'car'
  );
}
