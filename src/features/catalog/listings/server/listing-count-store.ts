import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import {
  COUNT_LIMIT,
  isCountable,
  type ListingCriteria,
  type Narrowing,
  type NumberRange,
  type VehicleKey,
} from '../model/criteria/listing-criteria.ts';
import { ANY_BAND, bandsTouched, type PriceRange, splitIntoBands } from '../model/criteria/price-bands.ts';
import { MIN_YEAR } from '../model/listing.ts';
import { criteriaSql, Parameters, rangesSql, stopSql } from './criteria-sql.ts';

const ALL_VEHICLES: VehicleKey[] = [0];
const ALL_TYPES = [''];
const ALL_YEARS = [0];
const LAST_YEAR = 2_200;

/** Returns the years of a range as the counters name them. */
function yearsIn(range: NumberRange | undefined): number[] {
  if (range === undefined || (range.min === undefined && range.max === undefined)) return ALL_YEARS;
  const first = Math.max(range.min ?? 0, MIN_YEAR);
  const last = Math.min(range.max ?? LAST_YEAR, LAST_YEAR);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

const COUNTED = statement(`
  select (
    select coalesce(sum(cars), 0) from listing_counts
    where offer = $1 and subject = any($2::int[]) and car_type = any($3::text[]) and year = any($4::smallint[])
      and price_band between $5::smallint and $6::smallint
  )::int + (
    select coalesce(sum(cars), 0) from listing_count_changes
    where offer = $1 and ($2::int[] = '{0}' or make_id = any($2::int[]) or -model_id = any($2::int[]))
      and ($3::text[] = '{""}' or car_type = any($3::text[])) and ($4::smallint[] = '{0}' or year = any($4::smallint[]))
      and ($5::smallint = ${ANY_BAND} or price_band between $5::smallint and $6::smallint)
  )::int as cars`);

/** Counts matching public cars. Exact where counters exist; otherwise counting stops at COUNT_LIMIT. */
export async function countCars(db: Queryable, criteria: ListingCriteria): Promise<number> {
  if (criteria.vehicles?.length === 0) return 0;
  if (!isCountable(criteria)) {
    return wholeWordsFirst(criteria, (wholeWords) => countOneByOne(db, { ...criteria, wholeWords }, null));
  }
  const { bands, edges } = splitIntoBands(criteria.priceCents?.min, criteria.priceCents?.max);
  const counted = bands ? await countFromCounters(db, criteria, bands) : 0;
  return edges.length === 0 ? counted : counted + (await countOneByOne(db, criteria, edges));
}

/**
 * Counts with whole words first, which is several times faster than with prefixes. Uses that count if it reaches the
 * limit.
 */
export async function wholeWordsFirst(
  { words }: Narrowing,
  count: (wholeWords: boolean) => Promise<number>,
): Promise<number> {
  const whole = words?.length ? await count(true) : 0;
  return whole < COUNT_LIMIT ? count(false) : whole;
}

async function countFromCounters(db: Queryable, criteria: ListingCriteria, bands: PriceRange): Promise<number> {
  const { offer, vehicles = ALL_VEHICLES, carType = ALL_TYPES } = criteria;
  const years = yearsIn(criteria.year);
  const [row] = await rowsOf<{ cars: number }>(db, COUNTED, [offer, vehicles, carType, years, bands.from, bands.to]);
  return row?.cars ?? 0;
}

/**
 * Counts matching rows. Without price edges it stops at COUNT_LIMIT. The statement is not prepared, so that PostgreSQL
 * plans for the actual values.
 */
async function countOneByOne(db: Queryable, criteria: ListingCriteria, edges: PriceRange[] | null): Promise<number> {
  const parameters = new Parameters();
  const where = edges
    ? `${criteriaSql(withoutPrices(criteria), parameters, 'bitmap-scan', false)} and ${rangesSql(edges, parameters)}`
    : `${criteriaSql(criteria, parameters, onlyByWords(criteria) ? 'text-index' : 'bitmap-scan', false)} ${stopSql(criteria)}`;
  const text = `select count(*)::int as cars from (select 1 from listings where ${where}) as fitting`;
  const { rows } = await db.query<{ cars: number }>({ text, values: parameters.values });
  return rows[0]?.cars ?? 0;
}

function withoutPrices({ priceCents: _prices, ...rest }: ListingCriteria): ListingCriteria {
  return rest;
}

/** Whether words are the only filter that an index can serve. */
function onlyByWords({ words, vehicles, carType, year, priceCents }: ListingCriteria): boolean {
  const starts = [vehicles, carType, year, priceCents];
  return words !== undefined && words.length > 0 && starts.every((start) => start === undefined);
}

const COLUMNS = { vehicles: 'subject', carType: 'car_type', year: 'year' } as const;
export type Dimension = keyof typeof COLUMNS;
type FacetCount = { value: string | number; cars: number };

const facetOf = (column: (typeof COLUMNS)[Dimension]) =>
  statement(`
  select ${column} as value, sum(cars)::int as cars from listing_counts
  where offer = $1 and subject = any($2::int[]) and car_type = any($3::text[]) and year = any($4::smallint[])
    and price_band between $5::smallint and $6::smallint
  group by ${column} having sum(cars) > 0`);

const FACETS = { vehicles: facetOf('subject'), carType: facetOf('car_type'), year: facetOf('year') };

/**
 * Counts the cars for each value of one filter, keeping the other criteria. Prices are rounded to whole bands. Reads
 * only the counters, so changes of the last seconds may be missing.
 */
export async function countFacet(
  db: Queryable,
  dimension: Dimension,
  { offer, vehicles, carType, year, priceCents }: ListingCriteria,
  values: readonly (string | number)[],
): Promise<FacetCount[]> {
  const bands = bandsTouched(priceCents?.min, priceCents?.max);
  const fixed = {
    vehicles: vehicles ?? ALL_VEHICLES,
    carType: carType ?? ALL_TYPES,
    year: yearsIn(year),
    [dimension]: values,
  };
  const parameters = [offer, fixed.vehicles, fixed.carType, fixed.year, bands.from, bands.to];
  return rowsOf<FacetCount>(db, FACETS[dimension], parameters);
}

/** More matches are not counted by value: a list counts fifteen filters, and reading 20,000 rows for each took seconds. */
const MAX_COUNTED_BY_VALUE = 2_000;

/**
 * Counts the matching cars by a column. Returns null if too many match. Cars without a value are not
 * counted.
 */
export async function countByColumn(
  db: Queryable,
  column: string,
  criteria: ListingCriteria,
): Promise<FacetCount[] | null> {
  const parameters = new Parameters();
  const where = criteriaSql(criteria, parameters, 'bitmap-scan', false);
  const { rows } = await db.query<{ value: string | number | null; cars: number }>({
    text: `select value, count(*)::int as cars from (
             select ${column} as value from listings where ${where} limit ${MAX_COUNTED_BY_VALUE + 1}
           ) as matching group by value`,
    values: parameters.values,
  });
  if (rows.reduce((sum, { cars }) => sum + cars, 0) > MAX_COUNTED_BY_VALUE) return null;
  return rows.flatMap(({ value, cars }) => (value === null ? [] : [{ value, cars }]));
}

/** Number of folded changes after which the log needs a vacuum: its empty pages slow down every count. */
const VACUUM_AFTER = 1_000;

/** Folds all waiting changes into the counters. Must not run in a transaction, because it may vacuum. */
export async function foldCounts(db: Queryable): Promise<void> {
  let folded = 0;
  for (let more = true; more; ) {
    const { rows } = await db.query<{ folded: number }>('select fold_listing_counts() as folded');
    more = (rows[0]?.folded ?? 0) > 0;
    folded += rows[0]?.folded ?? 0;
  }
  if (folded > VACUUM_AFTER) await db.query('vacuum listing_count_changes');
}
