import { MIN_YEAR } from '../listing.ts';
import { CHOICE_FILTERS, type ChoiceFilter, chosenFilters, type OptionOf, optionsOf } from '../listing-fields.ts';

export const PAGE_SIZE = 10;
const MAX_SEARCH_LENGTH = 200;
const MAX_MAKE_LENGTH = 60;
const LAST_PAGE = 9_999_999;

export type PriceSlider = { min: number; max: number; step: number };
/**
 * Price sliders in dollars; a rental's price is per day. The upper end means no maximum, the lower end no minimum. Higher
 * limits can be typed.
 */
export const PRICE_SLIDERS: Record<'buy' | 'rent', PriceSlider> = {
  buy: { min: 0, max: 100_000, step: 1_000 },
  rent: { min: 10, max: 200, step: 5 },
};
/** A maximum from here on is none. */
const MAX_PRICE = 100_000;
export const SORTS = ['price-asc', 'price-desc'] as const;
const SORT_ORDERS = { 'price-asc': 'asc', 'price-desc': 'desc' } as const;
export const RATINGS = [1, 2, 3, 4, 4.5] as const;

/** Filters by choices beside those of the specification. */
export const MORE_FILTERS = CHOICE_FILTERS.filter((name) => name !== 'carType');

/** The filters by choices. An empty text means no choice. */
type ChosenOptions = { [Name in ChoiceFilter]: '' | OptionOf<Name> };

const choiceRecord = <Value>(write: (name: ChoiceFilter) => Value) =>
  Object.fromEntries(CHOICE_FILTERS.map((name) => [name, write(name)])) as Record<ChoiceFilter, Value>;

/** The filters, order and page of /CarExplore. An empty text, null and a rating of 0 mean no choice. */
export type ExploreState = ChosenOptions & {
  mode: 'buy' | 'rent';
  q: string;
  sort: '' | (typeof SORTS)[number];
  minPrice: number | null;
  maxPrice: number | null;
  make: string;
  year: number | null;
  minRating: number;
  page: number;
};

export type FilterName = 'price' | 'make' | ChoiceFilter | 'year' | 'minRating';

export const EVERYTHING: ExploreState = {
  mode: 'buy',
  q: '',
  sort: '',
  minPrice: null,
  maxPrice: null,
  make: '',
  ...choiceRecord(() => '' as const),
  year: null,
  minRating: 0,
  page: 1,
};

/** Reads the URL of the page. Treats invalid values as not chosen. */
export function readExplore(params: URLSearchParams): ExploreState {
  const mode = params.get('mode') === 'rent' ? 'rent' : 'buy';
  const year = params.get('year') ?? '';
  return {
    mode,
    q: plainText(params.get('q'), MAX_SEARCH_LENGTH),
    sort: oneOf(SORTS, params.get('sort')) ?? '',
    ...priceLimits(mode, dollars(params.get('minPrice')), dollars(params.get('maxPrice'))),
    make: plainText(params.get('make'), MAX_MAKE_LENGTH),
    ...(choiceRecord((name) => oneOf(optionsOf(name), params.get(name)) ?? '') as ChosenOptions),
    year: /^\d{4}$/.test(year) && Number(year) >= MIN_YEAR ? Number(year) : null,
    minRating: mode === 'rent' ? (RATINGS.find((rating) => String(rating) === params.get('minRating')) ?? 0) : 0,
    page: wholeNumber(params.get('page'), LAST_PAGE) || 1,
  };
}

/** Swaps limits in the wrong order. Limits that exclude no price are null. */
export function priceLimits(
  mode: ExploreState['mode'],
  min: number | null,
  max: number | null,
): Pick<ExploreState, 'minPrice' | 'maxPrice'> {
  const [low, high] = min !== null && max !== null && min > max ? [max, min] : [min, max];
  return {
    minPrice: low !== null && low > PRICE_SLIDERS[mode].min ? low : null,
    maxPrice: high !== null && high < MAX_PRICE ? high : null,
  };
}

/** Returns the query part of the URL without unset values: '' or '?…'. */
export function writeExplore(state: ExploreState): string {
  const params = new URLSearchParams();
  for (const [name, none] of Object.entries(EVERYTHING)) {
    const value = state[name as keyof ExploreState];
    if (value !== none) params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : '';
}

/** Checks that the known parameters are written as `writeExplore` writes them. Ignores unknown parameters. */
export function isCanonical(params: URLSearchParams): boolean {
  const canonical = new URLSearchParams(writeExplore(readExplore(params)));
  return Object.keys(EVERYTHING).every((name) => {
    const values = params.getAll(name);
    return values.length <= 1 && (values[0] ?? null) === canonical.get(name);
  });
}

export function exploreCall(state: ExploreState) {
  return {
    page: state.page,
    limit: PAGE_SIZE,
    rentSell: state.mode === 'rent' ? 'Rent' : 'Sell',
    status: 'active',
    q: state.q || undefined,
    make: state.make || undefined,
    ...chosenFilters(state),
    year: state.year ?? undefined,
    minPrice: state.minPrice ?? undefined,
    maxPrice: state.maxPrice ?? undefined,
    minRating: state.minRating || undefined,
    sortBy: state.sort ? 'price' : undefined,
    sortOrder: state.sort ? SORT_ORDERS[state.sort] : undefined,
    include: 'facets',
    facets: MORE_FILTERS.join(),
  } as const;
}

/** Applies a change and returns to page 1. Removes the rating filter unless the mode is rent. */
export function choose(state: ExploreState, change: Partial<ExploreState>): ExploreState {
  const next = { ...state, page: 1, ...change };
  return next.mode === 'buy' ? { ...next, minRating: 0 } : next;
}

/** Returns the active filters, each with the state that results from removing it. */
export function activeFilters(state: ExploreState): { name: FilterName; without: ExploreState }[] {
  const clear: Record<FilterName, Partial<ExploreState>> = {
    price: { minPrice: null, maxPrice: null },
    make: { make: '' },
    ...choiceRecord((name): Partial<ExploreState> => ({ [name]: '' })),
    year: { year: null },
    minRating: { minRating: 0 },
  };
  const here = writeExplore(choose(state, {}));
  return Object.entries(clear)
    .map(([name, change]) => ({ name: name as FilterName, without: choose(state, change) }))
    .filter(({ without }) => writeExplore(without) !== here);
}

/** Returns the positions of the first and last car on a page, counted from 1. */
export function displayRange(page: number, count: number): { first: number; last: number } {
  const before = (page - 1) * PAGE_SIZE;
  return { first: before + 1, last: before + count };
}

function wholeNumber(text: string | null, max: number): number | null {
  return text !== null && /^\d{1,7}$/.test(text) ? Math.min(Number(text), max) : null;
}

/** Whole dollars as a price field formats them: 20000 or 20,000. An open end, such as 100,000+, is null. */
function dollars(text: string | null): number | null {
  return wholeNumber(text?.replace(/[,\s]/g, '') ?? null, MAX_PRICE);
}

function plainText(text: string | null, maxLength: number): string {
  return (text ?? '')
    .replace(/[\p{Control}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
    .trim();
}

function oneOf<const T extends readonly string[]>(values: T, text: string | null): T[number] | undefined {
  return values.find((value) => value.toLowerCase() === text?.toLowerCase());
}
