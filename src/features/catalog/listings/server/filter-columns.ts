import type { Listings } from '#lib/server/database/rows.ts';
import type { ListingOrder } from '../model/criteria/listing-criteria.ts';
import {
  type FlagFilter,
  isNumberFilter,
  type RangeFilter,
  type ValueFilter,
} from '../model/criteria/listing-filters.ts';
import { CHOICE_FILTERS, columnOf } from '../model/listing-fields.ts';

/** The columns of filters by values. */
export const VALUE_COLUMNS = {
  ...(Object.fromEntries(CHOICE_FILTERS.map((name) => [name, columnOf(name)])) as Record<
    (typeof CHOICE_FILTERS)[number],
    keyof Listings
  >),
  seats: 'seating_capacity',
  doors: 'doors',
  color: 'color',
  province: 'province',
  city: 'city',
  seller: 'user_id',
} as const satisfies Record<ValueFilter, keyof Listings>;

export const valueType = (name: ValueFilter) => (isNumberFilter(name) ? 'bigint' : 'text');

/** Whole kilometers. */
const MILEAGE_KM = "(case mileage_unit when 'mi' then round(mileage * 1.609344)::int else mileage end)";

/** SQL expressions of filters by ranges. */
export const RANGE_EXPRESSIONS: Record<RangeFilter, string> = {
  year: 'year',
  priceCents: 'price_cents',
  mileageKm: MILEAGE_KM,
  engineCc: 'engine_cc',
};

/** SQL conditions of facts that a car has or has not. A report is a file; other texts only name one. */
export const FLAG_CONDITIONS: Record<FlagFilter, string> = {
  certified: 'certified',
  hasVin: 'vin is not null',
  hasReport: "coalesce(certification_report ~ '^report-[0-9a-f]{32}$', false)",
};

type SortKey = { expression: string; name: string; descending: boolean };

/** Sort keys of lists. Ties are ordered by id in the same direction, and cars without a key come last. */
export const SORT_KEYS: Record<ListingOrder, SortKey> = {
  newest: { expression: 'posted_at', name: 'posted_at', descending: true },
  oldest: { expression: 'posted_at', name: 'posted_at', descending: false },
  'price-asc': { expression: 'price_cents', name: 'price_cents', descending: false },
  'price-desc': { expression: 'price_cents', name: 'price_cents', descending: true },
  'mileage-asc': { expression: MILEAGE_KM, name: 'mileage_km', descending: false },
  'mileage-desc': { expression: MILEAGE_KM, name: 'mileage_km', descending: true },
  'year-asc': { expression: 'year', name: 'year', descending: false },
  'year-desc': { expression: 'year', name: 'year', descending: true },
};
