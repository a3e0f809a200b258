import { COUNT_LIMIT, type ListingCriteria, type ListingOrder, type Narrowing } from '../model/listing-criteria.ts';
import type { PriceRange } from '../model/price-bands.ts';

export const PUBLIC = "status = 'active' and deleted_at is null";
/** True of every car; the indexes in one order of the lists ask for it, so a statement with it may use those (0006). */
export const NEWEST_FIRST = "posted_at > '-infinity'";
export const BY_PRICE = 'price_cents > 0';

/** Collects the parameters of a statement while its text is put together. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * `walk`: the planner shall follow an index in the order of the list and read the other conditions off its entries, so
 * those are written in a way that no other index can serve (`x + 0`). `gather`: it may collect the few that fit in any way.
 * `lookup`: no index in an order of the lists serves, only that of the texts.
 */
export type Access = 'walk' | 'gather' | 'lookup';

/** Up to this many fitting cars are gathered and sorted; beyond, walking an index in order meets enough of them soon. */
export const BITMAP_SCAN_LIMIT = 2 * COUNT_LIMIT;

/** What a list is sorted by; cars that are alike in it, by their numbers. */
export const ORDER_COLUMN = { newest: 'posted_at', 'price-asc': 'price_cents', 'price-desc': 'price_cents' } as const;

/** @param from the table's name with its dot, where one is needed; `backwards`: from the end of the list */
export function orderSql(order: ListingOrder, from = '', backwards = false): string {
  const way = (order === 'price-asc') === backwards ? ' desc' : '';
  return `${from}${ORDER_COLUMN[order]}${way}, ${from}id${way}`;
}

/** The WHERE of a public list. `priced` says that the list itself is in price order, where the range narrows the walk. */
export function criteriaSql(
  criteria: ListingCriteria,
  parameters: Parameters,
  access: Access,
  priced: boolean,
): string {
  const orders = { walk: [priced ? BY_PRICE : NEWEST_FIRST], gather: [NEWEST_FIRST, BY_PRICE], lookup: [] }[access];
  const conditions = [
    PUBLIC,
    ...orders,
    `offer = ${parameters.add(criteria.offer)}`,
    narrowSql(criteria, parameters, access, priced),
  ];
  return conditions.filter((condition) => condition !== '').join(' and ');
}

/** What narrows a list apart from offer and state; empty when nothing does. */
export function narrowSql(criteria: Narrowing, parameters: Parameters, access: Access, priced: boolean): string {
  const hide = access === 'walk' ? ' + 0' : '';
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

function looseSql({ fuelType, transmission, minRating, words, wholeWords }: Narrowing, parameters: Parameters): string {
  const conditions: string[] = [];
  if (fuelType !== undefined) conditions.push(`fuel_type = ${parameters.add(fuelType)}`);
  if (transmission !== undefined) conditions.push(`transmission = ${parameters.add(transmission)}`);
  if (minRating !== undefined) {
    conditions.push(`review_count > 0 and rating_sum >= ${parameters.add(minRating)}::numeric * review_count`);
  }
  if (words?.length)
    conditions.push(`free_text @@ to_tsquery('simple', ${parameters.add(wordsQuery(words, wholeWords))})`);
  return conditions.join(' and ');
}

/** Each word quoted, the last one as the start of a word unless it is whole: nothing a visitor types is query syntax. */
function wordsQuery(words: string[], whole = false): string {
  return `${words.map((word) => `'${word.replace(/['\\]/g, ' ')}'`).join(' & ')}${whole ? '' : ':*'}`;
}

/**
 * Ends a count at COUNT_LIMIT. Words are looked up together in the index of texts before any car is: a limit whose number the planner
 * does not see keeps it from walking all cars in search of words that are common but never stand together. Anything else is
 * walked in the order of the list until there are enough, or gathered where it is rare.
 */
export function stopSql({ words }: Narrowing): string {
  return words?.length ? `limit (select ${COUNT_LIMIT})` : `order by posted_at desc, id desc limit ${COUNT_LIMIT}`;
}

/** A WHERE that narrows to price ranges given in cents, for the edges that counters do not cover. */
export function rangesSql(ranges: PriceRange[], parameters: Parameters): string {
  const each = ranges.map(
    ({ from, to }) => `price_cents between ${parameters.add(from)}::bigint and ${parameters.add(to)}::bigint`,
  );
  return `(${each.join(' or ')})`;
}
