import { destinationCall, destinationText } from '#features/catalog/listings/model/criteria/explore-import.ts';
import {
  EVERYTHING,
  type ExploreState,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import { type NumberRange, PROVINCES } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { CAR_TYPES, type CarType, type Offer } from '#features/catalog/listings/model/listing.ts';
import { type OptionOf, optionsOf } from '#features/catalog/listings/model/listing-fields.ts';
import { nameKey } from '#features/catalog/vehicles/model/vehicle-name.ts';
import { slugWords } from '#lib/slug.ts';
import { paths } from '#paths.ts';

/** Price bands of landing pages in whole dollars, per day for cars for rent. Like the filters, both ends are included. */
const BANDS: Record<Offer, Record<string, NumberRange>> = {
  Sell: {
    'under-10000': { max: 10_000 },
    '10000-20000': { min: 10_000, max: 20_000 },
    '20000-30000': { min: 20_000, max: 30_000 },
    '30000-50000': { min: 30_000, max: 50_000 },
    'from-50000': { min: 50_000 },
  },
  Rent: {
    'under-50': { max: 50 },
    '50-100': { min: 50, max: 100 },
    '100-200': { min: 100, max: 200 },
    'from-200': { min: 200 },
  },
};

/** Returns the names of the price bands of an offer, which are parts of URLs, in ascending order. */
export const bandsOf = (offer: Offer): string[] => Object.keys(BANDS[offer]);

export const PRICE_BANDS = [...bandsOf('Sell'), ...bandsOf('Rent')];

/** Returns the limits of a price band in dollars; null if the offer has no such band. */
export const bandRange = (offer: Offer, band: string): NumberRange | null =>
  bandsOf(offer).includes(band) ? BANDS[offer][band]! : null;

/** Returns the limits of a price band in cents. */
export function bandCents(offer: Offer, band: string): NumberRange {
  const { min, max } = bandRange(offer, band) ?? {};
  return { ...(min !== undefined && { min: min * 100 }), ...(max !== undefined && { max: max * 100 }) };
}

export type FuelType = OptionOf<'fuelType'>;
export const FUEL_TYPES = optionsOf('fuelType');

/** The subject of a landing page: all cars of an offer, or those of one make, model, type, fuel, province or price band. */
export type Landing = {
  offer: Offer;
  make?: string | null;
  model?: string | null;
  carType?: CarType | null;
  fuelType?: FuelType | null;
  province?: string | null;
  priceBand?: string | null;
};

export type LandingKind = Exclude<keyof Landing, 'offer'>;
type Filters = Partial<ExploreState>;

type KindOfLanding = {
  /** The part of the path before the value. Makes and models have none. */
  segment?: string;
  /** All values, if the table knows them. */
  values?(offer: Offer): readonly string[];
  /** The filters of /CarExplore that show the same cars. */
  filters(value: string, landing: Landing): Filters;
  /** The value for which /CarExplore is filtered, if any. */
  chosenIn(state: ExploreState, offer: Offer): string | undefined;
};

/** All kinds of landing pages. A landing page with several of them is of the first. */
const LANDING_KINDS: Record<LandingKind, KindOfLanding> = {
  carType: valueKind('carType', 'type', CAR_TYPES),
  fuelType: valueKind('fuelType', 'fuel', FUEL_TYPES),
  province: valueKind('province', 'province', PROVINCES),
  priceBand: {
    segment: 'price',
    values: bandsOf,
    filters(band, { offer }) {
      const { min, max } = bandRange(offer, band) ?? {};
      return { minPrice: min ?? null, maxPrice: max ?? null };
    },
    chosenIn: ({ minPrice, maxPrice }, offer) =>
      bandsOf(offer).find((band) => {
        const { min = null, max = null } = bandRange(offer, band) ?? {};
        return min === minPrice && max === maxPrice;
      }),
  },
  model: {
    filters: (model, { make }) => ({ make: make ? [make] : [], model: [model] }),
    chosenIn: ({ make, model }) => (make.length === 1 ? model[0] : undefined),
  },
  make: { filters: (make) => ({ make: [make] }), chosenIn: ({ make }) => make[0] },
};
const KINDS = Object.keys(LANDING_KINDS) as LandingKind[];

function valueKind(
  name: 'carType' | 'fuelType' | 'province',
  segment: string,
  values: readonly string[],
): KindOfLanding {
  return {
    segment,
    values: () => values,
    filters: (value) => ({ [name]: [value] }),
    chosenIn: ({ [name]: chosen }) => values.find((value) => value === chosen[0]),
  };
}

/** Returns the kind of a landing page and its value; null for all cars of an offer. */
export function subjectOf(landing: Landing): { kind: LandingKind; value: string } | null {
  const kind = KINDS.find((each) => landing[each] && (each !== 'model' || landing.make));
  return kind ? { kind, value: String(landing[kind]) } : null;
}

/** Returns the path of a landing page, with makes and models in any script. */
export function landingPath(landing: Landing): string {
  const root = landing.offer === 'Rent' ? paths.rentCars : paths.usedCars;
  const subject = subjectOf(landing);
  if (!subject) return root;
  const { segment } = LANDING_KINDS[subject.kind];
  const names = subject.kind === 'model' ? [landing.make ?? '', subject.value] : [subject.value];
  return [root, ...(segment ? [segment] : []), ...names.map((name) => encodeURIComponent(slugWords(name, 'car')))].join(
    '/',
  );
}

/** Returns the value that a part of a path means, or the part itself if it means none. */
export function valueOfSlug(kind: LandingKind, slug: string | undefined, offer: Offer): string | undefined {
  const values = LANDING_KINDS[kind].values?.(offer) ?? [];
  return slug === undefined
    ? undefined
    : (values.find((value) => slugWords(value, 'car') === slugWords(slug, 'car')) ?? slug);
}

const modeOf = (offer: Offer): ExploreState['mode'] => (offer === 'Rent' ? 'rent' : 'buy');

/** Returns the query of /CarExplore that shows the cars of a landing page. */
export function landingFilters(landing: Landing): string {
  const subject = subjectOf(landing);
  const filters = subject && LANDING_KINDS[subject.kind].filters(subject.value, landing);
  return writeExplore({ ...EVERYTHING, ...filters, mode: modeOf(landing.offer) });
}

/** Returns the landing page with the same cars, if /CarExplore has only the filter of one. */
export function landingOf(state: ExploreState): string | null {
  const offer = state.mode === 'rent' ? 'Rent' : 'Sell';
  const query = writeExplore(state);
  for (const kind of KINDS) {
    const value = LANDING_KINDS[kind].chosenIn(state, offer);
    const landing: Landing = { offer, make: state.make[0] ?? null, [kind]: value };
    if (value !== undefined && landingFilters(landing) === query)
      return hasNames(landing) ? landingPath(landing) : null;
  }
  return null;
}

const hasNames = ({ make, model }: Landing) => [make, model].every((name) => !name || hasLanding(name));

/** Returns whether a name has a landing page. Needs a letter or digit for its path. */
export function hasLanding(name: string): boolean {
  return nameKey(name) !== '';
}

/** Returns the offer of a landing page. */
export function offerOfPath(path: string): Offer {
  return path.startsWith(paths.rentCars) ? 'Rent' : 'Sell';
}

/** Returns the matching landing page of the other offer, or that of all its cars if it has no such price band. */
export function otherOffer(landing: Landing): Landing {
  const offer = landing.offer === 'Rent' ? 'Sell' : 'Rent';
  return { ...landing, offer, priceBand: null };
}

/** Returns the page in the URL, or 1 if it is invalid. */
export function pageOfAddress(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1;
}

export const pageSearch = (page: number) => (page > 1 ? `?page=${page}` : '');

/** How the cars of a landing page are chosen and sorted for its destination; `to` is empty without one. */
export type LandingView = { to: string; sort: '' | 'landed-asc' | 'landed-desc'; showsProhibited: boolean };

const LANDED_SORTS = ['landed-asc', 'landed-desc'] as const;

/** Reads the address of a landing page. Invalid values are as if not given. */
export function landingView(params: URLSearchParams, offer: Offer): LandingView {
  const to = offer === 'Sell' ? destinationText(params.get('to')) : '';
  if (to === '') return { to, sort: '', showsProhibited: false };
  const sort = LANDED_SORTS.find((each) => each === params.get('sort')) ?? '';
  return { to, sort, showsProhibited: params.get('mayImport') === 'any' };
}

/** Returns the query part of the address of a page of a landing page. */
export function landingSearch({ to, sort, showsProhibited }: LandingView, page = 1): string {
  const params = new URLSearchParams({
    ...(page > 1 && { page: String(page) }),
    ...(to && { to }),
    ...(sort && { sort }),
    ...(showsProhibited && { mayImport: 'any' }),
  });
  return params.size > 0 ? `?${params}` : '';
}

/** The view as the call takes it. */
export function landingCall({ to, sort, showsProhibited }: LandingView) {
  if (to === '') return {};
  return {
    ...destinationCall(to),
    ...(!showsProhibited && { mayImport: 'amber' as const }),
    ...(sort && { sortBy: 'landed' as const, sortOrder: sort === 'landed-asc' ? ('asc' as const) : ('desc' as const) }),
  };
}
