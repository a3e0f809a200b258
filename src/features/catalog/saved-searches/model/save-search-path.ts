import { paths } from '#paths.ts';

/** The page that saves a list. @param search the query part of its address */
export const saveSearchPath = (search: string): string =>
  `${paths.savedSearches}?${new URLSearchParams({ add: search === '' ? '?' : search })}`;

/** The page on which a person follows a seller. */
export const followPath = (sellerId: number, isRental: boolean): string =>
  saveSearchPath(`?${isRental ? 'mode=rent&' : ''}seller=${sellerId}`);
