import { AppError } from '#lib/app-error.ts';
import { paths } from '#paths.ts';

/** How many cars of one seller a buyer can order together. */
export const MAX_CARS = 10;

type OrderedCars = { listing_id?: number | undefined; listing_ids?: number[] | undefined };

/** Returns the cars of a request for an order, each once, in the sequence in which they are locked. Throws if it names none or uses both fields. */
export function carsOfOrder({ listing_id: one, listing_ids: several }: OrderedCars): number[] {
  const ids = several ?? (one === undefined ? [] : [one]);
  if (ids.length === 0 || (one !== undefined && several !== undefined)) {
    throw new AppError('malformed', 'listing_id or listing_ids', {
      fields: { listing_id: 'names no car, or one and several' },
    });
  }
  return [...new Set(ids)].sort((first, second) => first - second);
}

/** The page that orders several cars together. The first one is in the path. */
export function orderTogetherPath([first = 0, ...others]: number[]): string {
  const search = others.length > 0 ? `?cars=${others.join(',')}` : '';
  return paths.payByTransfer.replace(':id', String(first)) + search;
}

/** Returns the ids of the cars that the address of the page names, each once. */
export function carsOfAddress(id: string, url: URL): string[] {
  const others = url.searchParams.get('cars')?.split(',') ?? [];
  return [...new Set([id, ...others.filter((other) => /^[1-9]\d{0,15}$/.test(other))])].slice(0, MAX_CARS);
}
