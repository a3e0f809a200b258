import {
  FLAG_FILTERS,
  type FlagFilter,
  isNumberFilter,
  RANGE_FILTERS,
  type RangeFilter,
  VALUE_FILTERS,
  type ValueFilter,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { orderSql } from '#lib/server/database/list-sql.ts';
import type { Listings } from '#lib/server/database/rows.ts';
import {
  COUNT_LIMIT,
  type ListingCriteria,
  type ListingOrder,
  type Narrowing,
  type NumberRange,
  type VehicleKey,
} from '../model/criteria/listing-criteria.ts';
import type { PriceRange } from '../model/criteria/price-bands.ts';
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

const valueType = (name: ValueFilter) => (isNumberFilter(name) ? 'bigint' : 'text');

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
const SORT_KEYS: Record<ListingOrder, SortKey> = {
  newest: { expression: 'posted_at', name: 'posted_at', descending: true },
  oldest: { expression: 'posted_at', name: 'posted_at', descending: false },
  'price-asc': { expression: 'price_cents', name: 'price_cents', descending: false },
  'price-desc': { expression: 'price_cents', name: 'price_cents', descending: true },
  'mileage-asc': { expression: MILEAGE_KM, name: 'mileage_km', descending: false },
  'mileage-desc': { expression: MILEAGE_KM, name: 'mileage_km', descending: true },
  'year-asc': { expression: 'year', name: 'year', descending: false },
  'year-desc': { expression: 'year', name: 'year', descending: true },
};

/**
 * Cars that everybody finds. A car for rent that is rented today can be booked for other days. The partial indexes and
 * the triggers of the counters contain the same condition (db/migrations/010-rented-cars-are-public.sql).
 */
export const PUBLIC = "(status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null";
/**
 * True for every car. The ordered indexes are partial with this condition, so a statement must contain it to use them
 * (0006).
 */
export const NEWEST_FIRST = "posted_at > '-infinity'";
export const BY_PRICE = 'price_cents > 0';

/** Collects the parameters of a statement while it is built. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * How a statement finds cars. `index-scan`: through an index in list order, applying the other conditions to its entries.
 * They are written so that no other index can serve them (`x + 0`). `bitmap-scan`: through any index, for few matches.
 * `text-index`: only through the index of the texts.
 */
export type ScanMethod = 'index-scan' | 'bitmap-scan' | 'text-index';

/** Up to this many matching cars are collected and sorted. Beyond it, an ordered index scan finds a page sooner. */
export const BITMAP_SCAN_LIMIT = 2 * COUNT_LIMIT;

/** Orders that an index has. */
const INDEXED_ORDERS: readonly ListingOrder[] = ['newest', 'oldest', 'price-asc', 'price-desc'];

export const hasIndex = (order: ListingOrder): boolean => INDEXED_ORDERS.includes(order);
export const isByPrice = (order: ListingOrder): boolean => SORT_KEYS[order].name === 'price_cents';

/** The column that a statement must select to sort by `listingOrderSql`. */
export function sortColumn(order: ListingOrder): string {
  const { expression, name } = SORT_KEYS[order];
  return expression === name ? name : `${expression} as ${name}`;
}

/** @param from table alias with its dot, if needed @param backwards sorts in reverse, to scan from the end */
export function listingOrderSql(order: ListingOrder, from = '', backwards = false): string {
  const { name, descending } = SORT_KEYS[order];
  const sql = orderSql(name, descending ? 'desc' : 'asc', { from, backwards });
  return name === 'mileage_km' && descending ? sql.replace(' desc', ' desc nulls last') : sql;
}

/** Cars that were chosen by what SQL cannot decide. */
type OnlyIds = { ids?: readonly number[] };

/**
 * Builds the WHERE of a public list. `priced`: the list is in price order, so the price range limits the scan.
 */
export function criteriaSql(
  criteria: ListingCriteria & OnlyIds,
  parameters: Parameters,
  access: ScanMethod,
  priced: boolean,
): string {
  const orders = {
    'index-scan': [priced ? BY_PRICE : NEWEST_FIRST],
    'bitmap-scan': [NEWEST_FIRST, BY_PRICE],
    'text-index': [],
  }[access];
  const conditions = [
    PUBLIC,
    ...orders,
    `offer = ${parameters.add(criteria.offer)}`,
    narrowSql(criteria, parameters, access, priced),
  ];
  return conditions.filter((condition) => condition !== '').join(' and ');
}

/** Builds the conditions other than offer and status; empty if there are none. */
export function narrowSql(
  criteria: Narrowing & OnlyIds,
  parameters: Parameters,
  access: ScanMethod,
  priced: boolean,
): string {
  const hide = access === 'index-scan' ? ' + 0' : '';
  const conditions = [
    vehiclesSql(criteria, parameters, hide),
    excludedVehiclesSql(criteria, parameters),
    ...VALUE_FILTERS.map((name) => valuesSql(name, criteria[name], parameters, access)),
    ...excludedValuesSql(criteria, parameters),
    ...RANGE_FILTERS.map((name) =>
      rangeSql(name, criteria[name], parameters, name === 'priceCents' && !priced ? hide : ''),
    ),
    ...FLAG_FILTERS.map((name) => (criteria[name] ? FLAG_CONDITIONS[name] : '')),
    daysSql(criteria, parameters),
    ratingSql(criteria, parameters),
    ...textSql(criteria, parameters),
    criteria.ids ? `id = any(${parameters.add(criteria.ids)}::bigint[])` : '',
  ];
  return conditions.filter((condition) => condition !== '').join(' and ');
}

function vehiclesSql({ vehicles }: Narrowing, parameters: Parameters, hide: string): string {
  if (vehicles === undefined) return '';
  const [makes, models] = [makesIn(vehicles), modelsIn(vehicles)];
  if (makes.length === 1 && models.length === 0) return `make_id = ${parameters.add(makes[0])}`;
  if (models.length === 1 && makes.length === 0) return `model_id = ${parameters.add(models[0])}`;
  const kinds: string[] = [];
  if (makes.length > 0) kinds.push(`make_id${hide} = any(${parameters.add(makes)}::int[])`);
  if (models.length > 0) kinds.push(`model_id${hide} = any(${parameters.add(models)}::int[])`);
  return kinds.length === 0 ? 'false' : `(${kinds.join(' or ')})`;
}

function excludedVehiclesSql({ excludedVehicles = [] }: Narrowing, parameters: Parameters): string {
  const [makes, models] = [makesIn(excludedVehicles), modelsIn(excludedVehicles)];
  const conditions: string[] = [];
  if (makes.length > 0) conditions.push(`make_id <> all(${parameters.add(makes)}::int[])`);
  if (models.length > 0) conditions.push(`model_id <> all(${parameters.add(models)}::int[])`);
  return conditions.join(' and ');
}

const makesIn = (keys: VehicleKey[]) => keys.filter((key) => key > 0);
const modelsIn = (keys: VehicleKey[]) => keys.filter((key) => key < 0).map((key) => -key);

/** A single type can be served by an index in list order, several cannot. */
function valuesSql(
  name: ValueFilter,
  values: readonly (string | number)[] | undefined,
  parameters: Parameters,
  access: ScanMethod,
): string {
  if (values === undefined) return '';
  const column = VALUE_COLUMNS[name];
  if (values.length === 1) return `${column} = ${parameters.add(values[0])}`;
  const hidden = name === 'carType' && access === 'index-scan' ? `${column} || ''` : column;
  return `${hidden} = any(${parameters.add(values)}::${valueType(name)}[])`;
}

function excludedValuesSql({ excludedValues = [] }: Narrowing, parameters: Parameters): string[] {
  return excludedValues.map(({ filter, values }) => {
    const column = VALUE_COLUMNS[filter];
    return `(${column} is null or ${column} <> all(${parameters.add(values)}::${valueType(filter)}[]))`;
  });
}

function rangeSql(name: RangeFilter, { min, max }: NumberRange = {}, parameters: Parameters, hide: string): string {
  const value = `${RANGE_EXPRESSIONS[name]}${hide}`;
  if (name === 'year' && min !== undefined && min === max) return `year = ${parameters.add(min)}::smallint`;
  const bounds: string[] = [];
  if (min !== undefined) bounds.push(`${value} >= ${parameters.add(min)}::bigint`);
  if (max !== undefined) bounds.push(`${value} <= ${parameters.add(max)}::bigint`);
  return bounds.join(' and ');
}

function daysSql({ listedWithinDays, freeDays }: Narrowing, parameters: Parameters): string {
  const conditions: string[] = [];
  if (listedWithinDays !== undefined)
    conditions.push(`posted_at >= now() - make_interval(hours => 24 * ${parameters.add(listedWithinDays)}::int)`);
  if (freeDays)
    conditions.push(`not exists (select 1 from rental_days d where d.listing_id = listings.id
      and d.day between ${parameters.add(freeDays.from)}::date and ${parameters.add(freeDays.to)}::date)`);
  return conditions.join(' and ');
}

function ratingSql({ minRating }: Narrowing, parameters: Parameters): string {
  if (minRating === undefined) return '';
  return `review_count > 0 and rating_sum >= ${parameters.add(minRating)}::numeric * review_count`;
}

function textSql({ words, wholeWords, excludedWords, phrases = [] }: Narrowing, parameters: Parameters): string[] {
  const conditions: string[] = [];
  if (words?.length)
    conditions.push(`free_text @@ to_tsquery('simple', ${parameters.add(wordsQuery(words, wholeWords))})`);
  for (const phrase of phrases)
    conditions.push(`free_text @@ phraseto_tsquery('simple', ${parameters.add(phrase.join(' '))})`);
  for (const word of excludedWords ?? [])
    conditions.push(`not free_text @@ plainto_tsquery('simple', ${parameters.add(word)})`);
  return conditions;
}

/** Quotes each word so that no input is query syntax. The last word is a prefix unless `whole`. */
function wordsQuery(words: string[], whole = false): string {
  return `${words.map((word) => `'${word.replace(/['\\]/g, ' ')}'`).join(' & ')}${whole ? '' : ':*'}`;
}

/**
 * Ends a count at COUNT_LIMIT. For words, the limit is a subquery that the planner cannot see: PostgreSQL then uses the
 * text index instead of scanning all cars for words that are common but never occur together. Other counts follow the
 * list order.
 */
export function stopSql({ words, phrases }: Narrowing): string {
  return words?.length || phrases?.length
    ? `limit (select ${COUNT_LIMIT})`
    : `order by posted_at desc, id desc limit ${COUNT_LIMIT}`;
}

/** Builds a condition for price ranges in cents that the counters do not cover. */
export function rangesSql(ranges: PriceRange[], parameters: Parameters): string {
  const each = ranges.map(
    ({ from, to }) => `price_cents between ${parameters.add(from)}::bigint and ${parameters.add(to)}::bigint`,
  );
  return `(${each.join(' or ')})`;
}
