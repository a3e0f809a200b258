import { orderSql } from '#lib/server/database/list-sql.ts';
import {
  COUNT_LIMIT,
  type ListingCriteria,
  type ListingOrder,
  type Narrowing,
  UNCOUNTED_CHOICES,
} from '../model/criteria/listing-criteria.ts';
import type { PriceRange } from '../model/criteria/price-bands.ts';
import { LISTING_FIELDS } from '../model/listing-fields.ts';

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

/** Sort columns. Ties are ordered by id. */
export const ORDER_COLUMN = { newest: 'posted_at', 'price-asc': 'price_cents', 'price-desc': 'price_cents' } as const;

/** @param from table alias with its dot, if needed @param backwards sorts in reverse, to scan from the end */
export function listingOrderSql(order: ListingOrder, from = '', backwards = false): string {
  return orderSql(ORDER_COLUMN[order], order === 'price-asc' ? 'asc' : 'desc', { from, backwards });
}

/**
 * Builds the WHERE of a public list. `priced`: the list is in price order, so the price range limits the scan.
 */
export function criteriaSql(
  criteria: ListingCriteria,
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
export function narrowSql(criteria: Narrowing, parameters: Parameters, access: ScanMethod, priced: boolean): string {
  const hide = access === 'index-scan' ? ' + 0' : '';
  const conditions = [vehiclesSql(criteria, parameters, hide)];
  if (criteria.carType !== undefined) conditions.push(`car_type = ${parameters.add(criteria.carType)}`);
  if (criteria.year !== undefined) conditions.push(`year = ${parameters.add(criteria.year)}::smallint`);
  conditions.push(priceSql(criteria, parameters, priced ? '' : hide), looseSql(criteria, parameters));
  return conditions.filter((condition) => condition !== '').join(' and ');
}

function vehiclesSql({ vehicles }: Narrowing, parameters: Parameters, hide: string): string {
  if (vehicles === undefined) return '';
  const makes = vehicles.filter((key) => key > 0);
  const models = vehicles.filter((key) => key < 0).map((key) => -key);
  if (makes.length === 1 && models.length === 0) return `make_id = ${parameters.add(makes[0])}`;
  if (models.length === 1 && makes.length === 0) return `model_id = ${parameters.add(models[0])}`;
  const kinds: string[] = [];
  if (makes.length > 0) kinds.push(`make_id${hide} = any(${parameters.add(makes)}::int[])`);
  if (models.length > 0) kinds.push(`model_id${hide} = any(${parameters.add(models)}::int[])`);
  return kinds.length === 0 ? 'false' : `(${kinds.join(' or ')})`;
}

function priceSql({ minPriceCents, maxPriceCents }: Narrowing, parameters: Parameters, hide: string): string {
  const bounds: string[] = [];
  if (minPriceCents !== undefined) bounds.push(`price_cents${hide} >= ${parameters.add(minPriceCents)}::bigint`);
  if (maxPriceCents !== undefined) bounds.push(`price_cents${hide} <= ${parameters.add(maxPriceCents)}::bigint`);
  return bounds.join(' and ');
}

function looseSql(criteria: Narrowing, parameters: Parameters): string {
  const { minRating, words, wholeWords } = criteria;
  const conditions: string[] = [];
  for (const name of UNCOUNTED_CHOICES) {
    if (criteria[name] !== undefined)
      conditions.push(`${LISTING_FIELDS[name].column} = ${parameters.add(criteria[name])}`);
  }
  if (minRating !== undefined) {
    conditions.push(`review_count > 0 and rating_sum >= ${parameters.add(minRating)}::numeric * review_count`);
  }
  if (words?.length)
    conditions.push(`free_text @@ to_tsquery('simple', ${parameters.add(wordsQuery(words, wholeWords))})`);
  return conditions.join(' and ');
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
export function stopSql({ words }: Narrowing): string {
  return words?.length ? `limit (select ${COUNT_LIMIT})` : `order by posted_at desc, id desc limit ${COUNT_LIMIT}`;
}

/** Builds a condition for price ranges in cents that the counters do not cover. */
export function rangesSql(ranges: PriceRange[], parameters: Parameters): string {
  const each = ranges.map(
    ({ from, to }) => `price_cents between ${parameters.add(from)}::bigint and ${parameters.add(to)}::bigint`,
  );
  return `(${each.join(' or ')})`;
}
