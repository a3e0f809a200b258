import { LIMITS, MAX_LENGTH, MIN_YEAR } from '../listing.ts';
import { LISTING_FIELDS } from '../listing-fields.ts';
import { destinationCall, destinationText, type ImportFilters, importFilters, NO_IMPORT } from './explore-import.ts';
import { FLAG_FILTERS, type FlagFilter, knownValues, VALUE_FILTERS, type ValueFilter } from './listing-criteria.ts';

export const PAGE_SIZE = 10;
const MAX_SEARCH_LENGTH = 200;
const MAX_PLACE_LENGTH = 60;
const MAX_VALUES = 30;
const MAX_DAYS = 365;
const LAST_PAGE = 9_999_999;

type PriceSlider = { min: number; max: number; step: number };
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
export const SORTS = [
  'newest',
  'oldest',
  'price-asc',
  'price-desc',
  'mileage-asc',
  'mileage-desc',
  'year-desc',
  'year-asc',
  'landed-asc',
  'landed-desc',
] as const;
type Sort = (typeof SORTS)[number];
const SORT_CALLS = {
  newest: { sortBy: 'date', sortOrder: 'desc' },
  oldest: { sortBy: 'date', sortOrder: 'asc' },
  'price-asc': { sortBy: 'price', sortOrder: 'asc' },
  'price-desc': { sortBy: 'price', sortOrder: 'desc' },
  'mileage-asc': { sortBy: 'mileage', sortOrder: 'asc' },
  'mileage-desc': { sortBy: 'mileage', sortOrder: 'desc' },
  'year-asc': { sortBy: 'year', sortOrder: 'asc' },
  'year-desc': { sortBy: 'year', sortOrder: 'desc' },
  'landed-asc': { sortBy: 'landed', sortOrder: 'asc' },
  'landed-desc': { sortBy: 'landed', sortOrder: 'desc' },
} as const;
export const isByLanded = (sort: ExploreState['sort']) => sort === 'landed-asc' || sort === 'landed-desc';
export const RATINGS = [1, 2, 3, 4, 4.5] as const;
/** The offered choices of the filter by date. Other numbers can be in the URL. */
export const LISTED_WITHIN = [1, 3, 7, 14, 30] as const;

export const NUMBER_LIMITS = [
  'minYear',
  'maxYear',
  'minMileageKm',
  'maxMileageKm',
  'minEngineCc',
  'maxEngineCc',
] as const;
type NumberLimit = (typeof NUMBER_LIMITS)[number];
const LIMIT_PAIRS = [
  ['minYear', 'maxYear'],
  ['minMileageKm', 'maxMileageKm'],
  ['minEngineCc', 'maxEngineCc'],
] as const;
const LARGEST = {
  minYear: 9_999,
  maxYear: 9_999,
  minMileageKm: 2 * LIMITS.mileage.max,
  maxMileageKm: 2 * LIMITS.mileage.max,
  minEngineCc: LISTING_FIELDS.engine.range.max,
  maxEngineCc: LISTING_FIELDS.engine.range.max,
} as const satisfies Record<NumberLimit, number>;

/** The filters, order and page of /CarExplore. An empty text or list, null, false and a rating of 0 mean no choice. */
export type ExploreState = { [Name in ValueFilter]: string[] } & { [Name in NumberLimit]: number | null } & {
  [Name in FlagFilter]: boolean;
} & ImportFilters & {
    mode: 'buy' | 'rent';
    q: string;
    sort: '' | Sort;
    minPrice: number | null;
    maxPrice: number | null;
    make: string[];
    model: string[];
    year: number | null;
    listedWithinDays: number | null;
    /** First day of a rental as YYYY-MM-DD. */
    from: string;
    /** Last day of a rental; for cars for sale the destination, as `writeDestination` writes it. */
    to: string;
    minRating: number;
    page: number;
  };

/** Filters that are shown and removed as one. */
export type FilterName =
  | 'price'
  | 'make'
  | 'model'
  | 'year'
  | 'years'
  | 'mileage'
  | 'engine'
  | ValueFilter
  | FlagFilter
  | 'listedWithinDays'
  | 'days'
  | 'minRating'
  | 'mayImport'
  | 'landed';

const recordOf = <Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;

export const EVERYTHING: ExploreState = {
  mode: 'buy',
  q: '',
  sort: '',
  minPrice: null,
  maxPrice: null,
  make: [],
  model: [],
  ...recordOf(VALUE_FILTERS, (): string[] => []),
  year: null,
  ...recordOf(NUMBER_LIMITS, () => null),
  ...recordOf(FLAG_FILTERS, () => false),
  listedWithinDays: null,
  from: '',
  to: '',
  ...NO_IMPORT,
  minRating: 0,
  page: 1,
};

/** Reads the URL of the page. Treats invalid values as not chosen. */
export function readExplore(params: URLSearchParams): ExploreState {
  const mode = params.get('mode') === 'rent' ? 'rent' : 'buy';
  const make = texts(params.getAll('make'), MAX_LENGTH.make);
  const sort = oneOf(SORTS, params.get('sort')) ?? '';
  const to = mode === 'buy' ? destinationText(params.get('to')) : '';
  return {
    mode,
    q: plainText(params.get('q'), MAX_SEARCH_LENGTH),
    sort: to === '' && isByLanded(sort) ? '' : sort,
    ...priceLimits(mode, dollars(params.get('minPrice')), dollars(params.get('maxPrice'))),
    make,
    model: make.length > 0 ? texts(params.getAll('model'), MAX_LENGTH.model) : [],
    ...recordOf(VALUE_FILTERS, (name) => valuesOf(name, params.getAll(name))),
    year: yearIn(params.get('year')),
    ...numberLimits(params),
    ...recordOf(FLAG_FILTERS, (name) => params.get(name) === 'true'),
    listedWithinDays: wholeNumber(params.get('listedWithinDays'), MAX_DAYS) || null,
    ...(mode === 'rent' ? rentalDays(params.get('from'), params.get('to')) : { from: '', to }),
    ...(to === '' ? NO_IMPORT : importFilters(params)),
    minRating: mode === 'rent' ? (RATINGS.find((rating) => String(rating) === params.get('minRating')) ?? 0) : 0,
    page: wholeNumber(params.get('page'), LAST_PAGE) || 1,
  };
}

/** Asks for a page with the contents of all filters, for browsers without scripts. It is no part of the state. */
export const ALL_FILTERS = { name: 'filters', value: 'all' };

/** Returns the names of known parameters in the URL whose values mean nothing and were ignored. */
export function ignoredParameters(params: URLSearchParams): string[] {
  const read = new URLSearchParams(writeExplore(readExplore(params)));
  const isUnset = (name: string) => params.getAll(name).every((value) => value.trim() === '');
  const isDefault = (name: string) => String(EVERYTHING[name as keyof ExploreState]) === params.get(name);
  const means = (name: string) =>
    read.has(name) ||
    isUnset(name) ||
    isDefault(name) ||
    isOpenPrice(name, params.get(name)) ||
    isOpenLight(name, params);
  return Object.keys(EVERYTHING).filter((name) => params.has(name) && !means(name));
}

/** A limit that excludes no price is not written, but it is no mistake: 0, or 100,000+. */
const isOpenPrice = (name: string, text: string | null) =>
  (name === 'minPrice' || name === 'maxPrice') && /^[\d,\s]+\+?$/.test(text ?? '');

/** Cars to check first are in every list with a destination. Older addresses ask for them. */
const isOpenLight = (name: string, params: URLSearchParams) =>
  name === 'mayImport' && params.get(name) === 'amber' && destinationText(params.get('to')) !== '';

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
    if (Array.isArray(value)) for (const each of value) params.append(name, each);
    else if (value !== none) params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : '';
}

/** Checks that the known parameters are written as `writeExplore` writes them. Ignores unknown parameters. */
export function isCanonical(params: URLSearchParams): boolean {
  const canonical = new URLSearchParams(writeExplore(readExplore(params)));
  return Object.keys(EVERYTHING).every((name) => params.getAll(name).join('\n') === canonical.getAll(name).join('\n'));
}

/** Whether a list depends on its destination: it begins with cars that may be imported there, and hides prohibited ones. */
export const needsDestination = (state: ExploreState): boolean => state.mode === 'buy' && state.to !== '';

/** The value of the call's filter by light. Prohibited cars are only listed if the address asks for them. */
const lightCall = (state: ExploreState) => {
  if (!needsDestination(state) || state.mayImport === 'any') return undefined;
  return state.mayImport === 'green' ? 'green' : 'amber';
};

/** The filters of a state as the list and search calls take them. */
export function filterCall(state: ExploreState) {
  const values = (list: string[]) => (list.length > 0 ? list : undefined);
  return {
    rentSell: state.mode === 'rent' ? 'Rent' : 'Sell',
    q: state.q || undefined,
    make: values(state.make),
    model: values(state.model),
    ...recordOf(VALUE_FILTERS, (name) => values(state[name])),
    year: state.year ?? undefined,
    minPrice: state.minPrice ?? undefined,
    maxPrice: state.maxPrice ?? undefined,
    ...recordOf(NUMBER_LIMITS, (name) => state[name] ?? undefined),
    ...recordOf(FLAG_FILTERS, (name) => (state[name] ? ('true' as const) : undefined)),
    listedWithinDays: state.listedWithinDays ?? undefined,
    from: state.from || undefined,
    to: (state.mode === 'rent' && state.to) || undefined,
    ...(needsDestination(state) && destinationCall(state.to)),
    mayImport: lightCall(state),
    minLanded: state.minLanded ?? undefined,
    maxLanded: state.maxLanded ?? undefined,
    minRating: state.minRating || undefined,
  } as const;
}

/** Facets that `include=facets` does not contain. */
const FACETS = [
  'model',
  ...VALUE_FILTERS.filter((name) => name !== 'carType' && name !== 'seller'),
  ...FLAG_FILTERS,
].join();

export function exploreCall(state: ExploreState) {
  return {
    page: state.page,
    limit: PAGE_SIZE,
    status: 'active',
    ...filterCall(state),
    ...(state.sort ? SORT_CALLS[state.sort] : {}),
    include: 'facets',
    facets: needsDestination(state) ? `${FACETS},mayImport` : FACETS,
  } as const;
}

/** Applies a change and returns to page 1. Removes filters that depend on a removed one or on the other mode. */
export function choose(state: ExploreState, change: Partial<ExploreState>): ExploreState {
  const next = { ...state, page: 1, ...change };
  if (next.make.length === 0) next.model = [];
  if (next.province.length === 0 && state.province.length > 0) next.city = [];
  const to = destinationText(next.to);
  const sort = isByLanded(next.sort) ? '' : next.sort;
  if (next.mode === 'rent') return { ...next, ...NO_IMPORT, sort, ...(to !== '' && { from: '', to: '' }) };
  return { ...next, minRating: 0, from: '', to, ...(to === '' && { ...NO_IMPORT, sort }) };
}

const CLEAR: Record<FilterName, Partial<ExploreState>> = {
  price: { minPrice: null, maxPrice: null },
  make: { make: [], model: [] },
  model: { model: [] },
  ...recordOf(VALUE_FILTERS, (name): Partial<ExploreState> => ({ [name]: [] })),
  year: { year: null },
  years: { minYear: null, maxYear: null },
  mileage: { minMileageKm: null, maxMileageKm: null },
  engine: { minEngineCc: null, maxEngineCc: null },
  ...recordOf(FLAG_FILTERS, (name): Partial<ExploreState> => ({ [name]: false })),
  listedWithinDays: { listedWithinDays: null },
  days: { from: '', to: '' },
  minRating: { minRating: 0 },
  mayImport: { mayImport: '' },
  landed: { minLanded: null, maxLanded: null },
};

/** Returns the active filters, each with the state that results from removing it. */
export function activeFilters(state: ExploreState): { name: FilterName; without: ExploreState }[] {
  const here = writeExplore(choose(state, {}));
  // A destination alone excludes no car.
  const isFilter = (name: string) => name !== 'days' || state.mode === 'rent';
  return Object.entries(CLEAR)
    .map(([name, change]) => ({ name: name as FilterName, without: choose(state, change) }))
    .filter(({ name, without }) => isFilter(name) && writeExplore(without) !== here);
}

/** Removes what the import rules decide, and the destination. */
export function withoutImport(state: ExploreState): ExploreState {
  if (state.mode === 'rent') return state;
  return { ...choose(state, { to: '' }), page: state.page };
}

/** Removes all filters. The search text, the order and the destination stay. */
export function withoutFilters({ mode, q, sort, to }: ExploreState): ExploreState {
  return choose({ ...EVERYTHING, mode, q, sort }, { to: mode === 'buy' ? to : '' });
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

const yearIn = (text: string | null): number | null =>
  text !== null && /^\d{4}$/.test(text) && Number(text) >= MIN_YEAR ? Number(text) : null;

function numberLimit(name: NumberLimit, text: string | null): number | null {
  if (name === 'minYear' || name === 'maxYear') return yearIn(text);
  return wholeNumber(text?.replace(/[,\s]/g, '') ?? null, LARGEST[name]);
}

/** Swaps limits in the wrong order. */
function numberLimits(params: URLSearchParams): Record<NumberLimit, number | null> {
  const limits = recordOf(NUMBER_LIMITS, (name) => numberLimit(name, params.get(name)));
  for (const [min, max] of LIMIT_PAIRS) {
    const [low, high] = [limits[min], limits[max]];
    if (low !== null && high !== null && low > high) Object.assign(limits, { [min]: high, [max]: low });
  }
  return limits;
}

/** Both days, in order, or none. */
function rentalDays(from: string | null, to: string | null): Pick<ExploreState, 'from' | 'to'> {
  if (!isDay(from) || !isDay(to)) return { from: '', to: '' };
  return from <= to ? { from, to } : { from: to, to: from };
}

function isDay(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function valuesOf(name: ValueFilter, given: string[]): string[] {
  const known = knownValues(name);
  if (known) return unique(given.flatMap((value) => oneOf(known, value) ?? []));
  if (name === 'seller') return unique(given.filter((value) => /^[1-9]\d{0,15}$/.test(value)));
  return texts(given, MAX_PLACE_LENGTH);
}

const texts = (given: string[], maxLength: number) =>
  unique(given.map((text) => plainText(text, maxLength)).filter((text) => text !== ''));

const unique = (values: string[]) => [...new Set(values)].slice(0, MAX_VALUES);

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
