import type { CarType, Offer } from '#features/listings/model/listing.ts';
import { slugWords } from '#features/listings/model/listing-slug.ts';
import { nameKey } from '#features/vehicles/model/name-key.ts';
import { paths } from '#paths.ts';

/** What a landing page is about: every car of an offer, a make, a model of one, or a type. */
export type Landing = { offer: Offer; make?: string | null; model?: string | null; carType?: CarType | null };

/** The path of a landing page. Makes and models stand in it as words of any script. */
export function landingPath({ offer, make, model, carType }: Landing): string {
  const root = offer === 'Rent' ? paths.rentCars : paths.usedCars;
  if (carType) return `${root}/type/${carType}`;
  const names = [make, make && model].filter((name) => typeof name === 'string' && name !== '') as string[];
  return [root, ...names.map((name) => encodeURIComponent(slugWords(name)))].join('/');
}

/** Whether a name can stand in an address: one without a letter or figure has no landing page. */
export function hasLanding(name: string): boolean {
  return nameKey(name) !== '';
}

/** The offer that a landing page's address speaks of. */
export function offerOfPath(path: string): Offer {
  return path.startsWith(paths.rentCars) ? 'Rent' : 'Sell';
}

/** The page of a list that an address asks for; what makes no sense in it is the first. */
export function pageOfAddress(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1;
}

export const pageSearch = (page: number) => (page > 1 ? `?page=${page}` : '');
