import type { CarType, Offer } from '#features/listings/model/listing.ts';
import { slugWords } from '#features/listings/model/listing-slug.ts';
import { nameKey } from '#features/vehicles/model/name-key.ts';
import { paths } from '#paths.ts';

/** The subject of a landing page: all cars of an offer, a make, a model or a type. */
export type Landing = { offer: Offer; make?: string | null; model?: string | null; carType?: CarType | null };

/** Returns the path of a landing page, with makes and models in any script. */
export function landingPath({ offer, make, model, carType }: Landing): string {
  const root = offer === 'Rent' ? paths.rentCars : paths.usedCars;
  if (carType) return `${root}/type/${carType}`;
  const names = [make, make && model].filter((name) => typeof name === 'string' && name !== '') as string[];
  return [root, ...names.map((name) => encodeURIComponent(slugWords(name)))].join('/');
}

/** Returns whether a name has a landing page. Needs a letter or digit for its path. */
export function hasLanding(name: string): boolean {
  return nameKey(name) !== '';
}

/** Returns the offer of a landing page. */
export function offerOfPath(path: string): Offer {
  return path.startsWith(paths.rentCars) ? 'Rent' : 'Sell';
}

/** Returns the page in the URL, or 1 if it is invalid. */
export function pageOfAddress(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1;
}

export const pageSearch = (page: number) => (page > 1 ? `?page=${page}` : '');
