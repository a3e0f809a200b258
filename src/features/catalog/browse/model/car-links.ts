import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { slugWords } from '#lib/slug.ts';
import { paths } from '#paths.ts';

/** The list of all cars of an offer, or of those of one make. As `writeExplore` writes it, whose filters a car's page does not load. */
export function exploreLink(offer: Offer, make?: string): string {
  const params = new URLSearchParams({
    ...(offer === 'Rent' && { mode: 'rent' }),
    ...(make !== undefined && { make }),
  });
  return params.size > 0 ? `${paths.explore}?${params}` : paths.explore;
}

/** The landing page of a make, or of a model of that make. */
export function namedLandingPath(offer: Offer, ...names: [make: string, model?: string]): string {
  const root = offer === 'Rent' ? paths.rentCars : paths.usedCars;
  return [root, ...names.map((name) => encodeURIComponent(slugWords(name ?? '', 'car')))].join('/');
}
