import { AppError } from '#lib/app-error.ts';
import { paths } from '#paths.ts';

/** How many cars of one seller a buyer can order together. */
export const MAX_CARS = 10;

type OrderedCars = { listing_id?: number | undefined; listing_ids?: number[] | undefined };

/** Returns the distinct cars of a request in locking order. Throws if it names no car or uses both fields. */
export function carsOfOrder({ listing_id: one, listing_ids: several }: OrderedCars): number[] {
  const ids = several ?? (one === undefined ? [] : [one]);
  if (ids.length === 0 || (one !== undefined && several !== undefined)) {
    throw new AppError('malformed', 'listing_id or listing_ids', {
      fields: { listing_id: 'names no car, or one and several' },
    });
  }
  return [...new Set(ids)].sort((first, second) => first - second);
}

/** Returns the address of the page that orders cars together. The first one is in the path. */
export function orderTogetherPath([first = 0, ...others]: number[]): string {
  const search = others.length > 0 ? `?cars=${others.join(',')}` : '';
  return paths.payByTransfer.replace(':id', String(first)) + search;
}

/** Returns the distinct car ids in the address of the page. */
export function carsOfAddress(id: string, url: URL): string[] {
  const others = url.searchParams.get('cars')?.split(',') ?? [];
  return [...new Set([id, ...others.filter((other) => /^[1-9]\d{0,15}$/.test(other))])].slice(0, MAX_CARS);
}
