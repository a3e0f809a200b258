import {
  activeFilters,
  EVERYTHING,
  type ExploreState,
  filterCall,
  readExplore,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';

export const RHYTHMS = ['at_once', 'daily', 'weekly'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** A search that finds more cars would notify all day long, so it is offered daily. */
export const MOST_AT_ONCE = 200;
/** Searches of one person. */
export const MAX_SEARCHES = 50;
export const MAX_QUERY_LENGTH = 4_000;

/** Reads the address of a list, with or without its path. The page and the order are no part of a search. */
export function readSavedQuery(address: string): ExploreState {
  const query = address.includes('?') ? address.slice(address.indexOf('?') + 1) : address;
  return { ...readExplore(new URLSearchParams(query.split('#')[0])), page: 1, sort: '' };
}

/** The one spelling of a search, as '?…', or '' for all cars for sale. */
export const savedQueryOf = (state: ExploreState): string => writeExplore({ ...state, page: 1, sort: '' });

/** Returns the parameters of the list and search calls for a search, as their schemas take them. */
export function parametersOfSearch(state: ExploreState): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(filterCall(state)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value)] as const],
    ),
  );
}

/** Returns the seller of a search that is only that: its owner follows the seller. */
export function followedSeller(state: ExploreState): number | null {
  const [seller, another] = state.seller;
  if (seller === undefined || another !== undefined) return null;
  const onlySeller = savedQueryOf({ ...EVERYTHING, mode: state.mode, seller: [seller] });
  return savedQueryOf(state) === onlySeller ? Number(seller) : null;
}

/** Returns the country whose import rules decide which cars a search finds; null if none do. */
export function countryOfRules({ mode, to, mayImport, minLanded, maxLanded }: ExploreState): string | null {
  if (mode === 'rent' || to === '') return null;
  const narrows = mayImport !== 'any' || minLanded !== null || maxLanded !== null;
  return narrows ? to.slice(0, 2).toUpperCase() : null;
}

/** Whether a search leaves out any car. */
export const isNarrow = (state: ExploreState): boolean => state.q !== '' || activeFilters(state).length > 0;
