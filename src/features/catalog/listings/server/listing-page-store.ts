import { type Queryable, statement } from '#lib/server/database/postgres.ts';
import {
  COUNT_LIMIT,
  isCountable,
  type ListingCriteria,
  type ListingOrder,
} from '../model/criteria/listing-criteria.ts';
import type { ListingCard } from '../model/listing.ts';
import {
  BITMAP_SCAN_LIMIT,
  criteriaSql,
  hasIndex,
  isByPrice,
  listingOrderSql,
  Parameters,
  type ScanMethod,
  sortColumn,
} from './criteria-sql.ts';
import { CARD_COLUMNS, type CardRow, cardOfRow } from './listing-rows.ts';

type PageOfCars = {
  criteria: ListingCriteria;
  order: ListingOrder;
  /** 1 to 50. A literal in the statement, so that the planner knows it. */
  limit: number;
  offset: number;
  /** Number of matching cars, which decides how they are found. */
  total: number;
};

export async function findCards(
  db: Queryable,
  { criteria, order, limit, offset, total }: PageOfCars,
): Promise<ListingCard[]> {
  const by = listingOrderSql(order);
  const counted = isCountable(criteria);
  const scansIndex = counted ? total > BITMAP_SCAN_LIMIT || onlyByIndex(criteria) : total >= COUNT_LIMIT;
  const access: ScanMethod = scansIndex && hasIndex(order) ? 'index-scan' : 'bitmap-scan';
  const parameters = new Parameters();
  const where = criteriaSql(criteria, parameters, access, isByPrice(order));
  const skip = offset > 0 ? `offset ${parameters.add(offset)}` : '';
  const found = `select id, ${sortColumn(order)} from listings where ${where}`;
  const page =
    access === 'index-scan'
      ? `${found} order by ${by} limit ${limit} ${skip}`
      : `select * from (with fitting as materialized (${found}) select * from fitting order by ${by} limit ${limit} ${skip}) as sorted`;
  const text = `select ${CARD_COLUMNS} from (${page}) as page join listings l using (id) order by ${listingOrderSql(order, 'page.')}`;
  const prepared = counted ? statement(text) : { text };
  return (await db.query<CardRow>({ ...prepared, values: parameters.values })).rows.map(cardOfRow);
}

/** At most one make, model, type or year: an index starts with it and is in list order. */
function onlyByIndex({ vehicles, carType, year, offer: _offer, ...others }: ListingCriteria): boolean {
  if (Object.values(others).some((value) => value !== undefined)) return false;
  const starts = [vehicles, carType, year].filter((value) => value !== undefined);
  if (starts.length === 0) return true;
  const isOneYear = year === undefined || (year.min !== undefined && year.min === year.max);
  return starts.length === 1 && isOneYear && (vehicles ?? carType ?? [0]).length === 1;
}
