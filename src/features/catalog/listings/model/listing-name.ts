import type { Translator } from '#lib/i18n/translator.ts';
import { slugWords } from '#lib/slug.ts';
import type { Offer } from './listing.ts';

type Named = { year: number; make: string; model: string; trim?: string | null };

/** Returns a display name such as 2021 BYD Han EV Premium. */
export function listingName({ year, make, model, trim }: Named): string {
  return [year, make, model, trim].filter(Boolean).join(' ');
}

/** Names one car, or several of an order so that a sentence can name them like one. */
export function lotName(cars: readonly Named[], t: Translator): string {
  const names = cars.map(listingName);
  return names.length === 1 ? (names[0] ?? '') : t('cars.lot', { count: names.length, cars: names.join(', ') });
}

const FALLBACK = 'car';

/** `{make}-{model}-{listingId}`: readable words in any script, then the id. Only the id identifies the listing. */
export function listingSlug(car: { id: number; make: string; model: string }): string {
  return `${slugWords(car.make, FALLBACK)}-${slugWords(car.model, FALLBACK)}-${car.id}`;
}

export function listingPath(car: { id: number; make: string; model: string; offer: Offer }): string {
  return `/${car.offer === 'Rent' ? 'rent-car' : 'buy-car'}/${encodeURIComponent(listingSlug(car))}`;
}
