import {
  COUNT_LIMIT,
  isCountable,
  type ListingOrder,
  type Narrowing,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { type ListingStatus, OFFERS, type Offer } from '#features/catalog/listings/model/listing.ts';
import { CSV_NAMES, columnOf } from '#features/catalog/listings/model/listing-fields.ts';
import {
  BITMAP_SCAN_LIMIT,
  criteriaSql,
  isByPrice,
  listingOrderSql,
  narrowSql,
  Parameters,
  type ScanMethod,
  sortColumn,
  stopSql,
} from '#features/catalog/listings/server/criteria-sql.ts';
import { countCars, wholeWordsFirst } from '#features/catalog/listings/server/listing-count-store.ts';
import { CARD_COLUMNS, type CardRow, cardOfRow } from '#features/catalog/listings/server/listing-rows.ts';
import type { AdminCard } from '#features/catalog/moderation/model/admin-listing.ts';
import { rangeFromNearerEnd } from '#lib/contract-parts.ts';
import type { Cursor } from '#lib/server/database/batches.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Listings } from '#lib/server/database/rows.ts';

/** Filters of the admin list: cars for sale and for rent, in any of the statuses. */
export type AdminListingCriteria = Narrowing & { statuses: ListingStatus[] };

/** Counting non-public cars stops here; a larger total is reported as this number. */
const HIDDEN_COUNT_LIMIT = 100_000;

/** The list is the union of its parts: active cars per offer, and cars in other statuses. */
type Part = { active: Offer } | { hidden: ListingStatus[]; offer?: Offer };
type CountedPart = Part & { cars: number };

function partsOf(statuses: ListingStatus[]): Part[] {
  const hidden = statuses.filter((status) => status !== 'active');
  const active = statuses.includes('active') ? OFFERS.map((offer) => ({ active: offer })) : [];
  return hidden.length > 0 ? [...active, { hidden }] : active;
}

/**
 * Builds the WHERE conditions of a part: one per status, because each has an index in list order. Uses a single
 * condition for words, so that the text index is searched once.
 */
function wheresOf(
  part: Part,
  criteria: Narrowing,
  parameters: Parameters,
  access: ScanMethod,
  priced: boolean,
): string[] {
  if ('active' in part) {
    const listed = criteriaSql({ ...criteria, offer: part.active }, parameters, access, priced);
    return [part.active === 'Rent' ? `${listed} and status = 'active'` : listed];
  }
  const offer = part.offer ? `offer = ${parameters.add(part.offer)}` : '';
  const narrow = [offer, narrowSql(criteria, parameters, access, priced)].filter(Boolean).join(' and ');
  if (access === 'bitmap-scan' && criteria.words?.length)
    return [hiddenSql(`status in ('${part.hidden.join("', '")}')`, narrow)];
  return part.hidden.map((status) => hiddenSql(`status = '${status}'`, narrow));
}

const hiddenSql = (states: string, narrow: string) =>
  ["status <> 'active'", 'deleted_at is null', states, narrow].filter((condition) => condition !== '').join(' and ');

export type AdminCardRow = CardRow & Pick<Listings, 'user_id' | 'version'>;
export const adminListingOfRow = (row: AdminCardRow): AdminCard => ({
  ...cardOfRow(row),
  userId: row.user_id,
  version: row.version,
});
export const ADMIN_LISTING_COLUMNS = `${CARD_COLUMNS}, l.user_id, l.version`;

type AdminListingCount = {
  total: number;
  /** Whether counting stopped at a limit in any part. */
  isLowerBound: boolean;
  /** The count of each part decides how its cars are found. */
  parts: CountedPart[];
};
type AdminListingPage = { order: ListingOrder; limit: number; offset: number; counted: AdminListingCount };

/**
 * Returns one page of listings in the given statuses, in order. A page in the second half is read from the end, so that
 * the last page is as fast as the first. Parts with many matches use an ordered index scan; parts with few are
 * collected and sorted, because a scan would take long to reach them.
 */
export async function findAdminListings(
  db: Queryable,
  { statuses: _, ...criteria }: AdminListingCriteria,
  { order, counted, ...cut }: AdminListingPage,
): Promise<AdminCard[]> {
  const { limit, offset, backwards } = rangeFromNearerEnd(counted, cut);
  const by = listingOrderSql(order, '', backwards);
  const parameters = new Parameters();
  const bitmapScanUpTo = isCountable(criteria) ? BITMAP_SCAN_LIMIT : COUNT_LIMIT - 1;
  // Each part is ordered and limited, so that the planner merges the parts instead of sorting all rows.
  const needed = `order by ${by} limit ${parameters.add(offset + limit)}`;
  const found = counted.parts.flatMap((part) => {
    const scansIndex = part.cars > bitmapScanUpTo;
    return wheresOf(part, criteria, parameters, scansIndex ? 'index-scan' : 'bitmap-scan', isByPrice(order)).map(
      (where) => {
        const fitting = `select id, ${sortColumn(order)} from listings where ${where}`;
        return scansIndex
          ? `(${fitting} ${needed})`
          : `(with fitting as materialized (${fitting}) select * from fitting ${needed})`;
      },
    );
  });
  const page = `select * from (${found.join(' union all ')}) as fitting order by ${by} limit ${limit} offset ${parameters.add(offset)}`;
  const { rows } = await db.query<AdminCardRow>({
    text: `select ${ADMIN_LISTING_COLUMNS} from (${page}) as page join listings l using (id) order by ${listingOrderSql(order, 'page.')}`,
    values: parameters.values,
  });
  return rows.map(adminListingOfRow);
}

/** Counts matching listings per part. */
export async function countAdminListings(
  db: Queryable,
  { statuses, ...criteria }: AdminListingCriteria,
): Promise<AdminListingCount> {
  if (criteria.vehicles?.length === 0) return { total: 0, isLowerBound: false, parts: [] };
  const parts = await Promise.all(
    partsOf(statuses).map(async (part) => ({ ...part, cars: await countPart(db, criteria, part) })),
  );
  const limit = isCountable(criteria) ? HIDDEN_COUNT_LIMIT : COUNT_LIMIT;
  return {
    total: parts.reduce((sum, { cars }) => sum + cars, 0),
    isLowerBound: parts.some(({ cars }) => cars === limit),
    parts,
  };
}

/** Counts active cars by the counters where they can, which include the rented cars of the public lists. */
async function countPart(db: Queryable, criteria: Narrowing, part: Part): Promise<number> {
  if ('active' in part && part.active === 'Sell') return countCars(db, { ...criteria, offer: 'Sell' });
  if ('active' in part && isCountable(criteria)) {
    const listed = await countCars(db, { ...criteria, offer: 'Rent' });
    return Math.max(0, listed - (await countRows(db, criteria, { hidden: ['rented'], offer: 'Rent' })));
  }
  return wholeWordsFirst(criteria, (wholeWords) => countRows(db, { ...criteria, wholeWords }, part));
}

async function countRows(db: Queryable, criteria: Narrowing, part: Part) {
  const parameters = new Parameters();
  const byIndex = isCountable(criteria);
  const limit = byIndex ? HIDDEN_COUNT_LIMIT : COUNT_LIMIT;
  const stop = byIndex ? `limit ${limit}` : stopSql(criteria);
  const parts = wheresOf(part, criteria, parameters, 'bitmap-scan', false);
  const found = parts.map((where) => `(select id from listings where ${where} ${stop})`);
  const { rows } = await db.query<{ cars: number }>({
    text: `select count(*)::int as cars from (select 1 from (${found.join(' union all ')}) as parts limit ${limit}) as fitting`,
    values: parameters.values,
  });
  return rows[0]?.cars ?? 0;
}

/** An id or VIN that a search names directly. */
export type Identity = { id: number } | { vin: string };

const BY_ID = statement(`select ${ADMIN_LISTING_COLUMNS} from listings l where l.id = $1 and l.deleted_at is null`);
const BY_VIN = statement(
  `select ${ADMIN_LISTING_COLUMNS} from listings l where l.vin = $1 and l.deleted_at is null order by l.posted_at desc, l.id desc limit 50`,
);

export async function findIdentified(db: Queryable, identity: Identity): Promise<AdminCard[]> {
  const [query, value] = 'id' in identity ? [BY_ID, identity.id] : [BY_VIN, identity.vin];
  return (await db.query<AdminCardRow>({ ...query, values: [value] })).rows.map(adminListingOfRow);
}

export type AdminListingRow = Cursor & Pick<Listings, (typeof COLUMNS)[number]>;

const COLUMNS = [
  'user_id',
  'offer',
  'status',
  'make',
  'model',
  'year',
  'car_type',
  'price_cents',
  'currency',
  'mileage',
  'mileage_unit',
  'vin',
  'location',
  ...CSV_NAMES.map(columnOf),
] as const satisfies (keyof Listings)[];
const ROWS = `select posted_at::text as at, id, ${COLUMNS.join(', ')} from listings where deleted_at is null`;

/** Returns listings in the given statuses, in id order, after a cursor. */
export async function adminRowsAfter(
  db: Queryable,
  { statuses, ...criteria }: AdminListingCriteria,
  { id }: Cursor,
  limit: number,
): Promise<AdminListingRow[]> {
  const parameters = new Parameters();
  const states = `status in (${statuses.map((status) => `'${status}'`).join(', ')})`;
  const hidden = statuses.includes('active') ? '' : "status <> 'active'";
  const narrow = narrowSql(criteria, parameters, 'bitmap-scan', false);
  const where = [states, hidden, narrow, `id > ${parameters.add(id)}::bigint`].filter((part) => part !== '');
  const { rows } = await db.query<AdminListingRow>({
    text: `${ROWS} and ${where.join(' and ')} order by id limit ${parameters.add(limit)}`,
    values: parameters.values,
  });
  return rows;
}

const ROW_BY_ID = statement(`${ROWS} and id = $1`);
const ROWS_BY_VIN = statement(`${ROWS} and vin = $1 order by id`);

export function identifiedRows(db: Queryable, identity: Identity): Promise<AdminListingRow[]> {
  return 'id' in identity
    ? rowsOf<AdminListingRow>(db, ROW_BY_ID, [identity.id])
    : rowsOf<AdminListingRow>(db, ROWS_BY_VIN, [identity.vin]);
}
