import { type ListingStatus, OFFERS, type Offer } from '#features/listings/model/listing.ts';
import {
  COUNT_LIMIT,
  isCountable,
  type ListingOrder,
  type Narrowing,
} from '#features/listings/model/listing-criteria.ts';
import {
  type Access,
  BITMAP_SCAN_LIMIT,
  CARD_COLUMNS,
  type CardRow,
  cardOfRow,
  countCars,
  criteriaSql,
  narrowSql,
  ORDER_COLUMN,
  orderSql,
  Parameters,
  stopSql,
  wholeWordsFirst,
} from '#features/listings/server/api.ts';
import { nearestCut } from '#lib/paging.ts';
import type { Listings } from '#lib/server/database/rows.ts';
import { type Queryable, statement } from '#lib/server/database/statement.ts';
import type { AdminCard } from '../model/admin-listing.ts';

/** What a list of the back office is narrowed to: cars for sale and for rent, in any of the states. */
export type AdminListingCriteria = Narrowing & { statuses: ListingStatus[] };

/** Counting cars off the market stops here; a larger total is reported as this number. */
export const HIDDEN_COUNT_LIMIT = 100_000;

/** What a list is put together of: active cars of an offer, and the cars in other states. */
type Part = { offer: Offer } | { hidden: ListingStatus[] };
type CountedPart = Part & { cars: number };

function partsOf(statuses: ListingStatus[]): Part[] {
  const hidden = statuses.filter((status) => status !== 'active');
  const active = statuses.includes('active') ? OFFERS.map((offer) => ({ offer })) : [];
  return hidden.length > 0 ? [...active, { hidden }] : active;
}

/** The WHERE of a part; of each of its states, because every one has an index in the order of the list. Words are looked up once. */
function wheresOf(part: Part, criteria: Narrowing, parameters: Parameters, access: Access, priced: boolean): string[] {
  if ('offer' in part) return [criteriaSql({ ...criteria, offer: part.offer }, parameters, access, priced)];
  const narrow = narrowSql(criteria, parameters, access, priced);
  if (access === 'gather' && criteria.words?.length)
    return [hiddenSql(`status in ('${part.hidden.join("', '")}')`, narrow)];
  return part.hidden.map((status) => hiddenSql(`status = '${status}'`, narrow));
}

const hiddenSql = (states: string, narrow: string) =>
  ["status <> 'active'", 'deleted_at is null', states, narrow].filter((condition) => condition !== '').join(' and ');

export type AdminListingRow = CardRow & Pick<Listings, 'user_id' | 'version'>;
export const adminListingOfRow = (row: AdminListingRow): AdminCard => ({
  ...cardOfRow(row),
  userId: row.user_id,
  version: row.version,
});
export const ADMIN_LISTING_COLUMNS = `${CARD_COLUMNS}, l.user_id, l.version`;

export type AdminListingCount = {
  total: number;
  /** Whether counting stopped somewhere. */
  isLeast: boolean;
  /** Of each part, which decides how its cars are found. */
  parts: CountedPart[];
};
type AdminListingPage = { order: ListingOrder; limit: number; offset: number; counted: AdminListingCount };

/**
 * One page of listings in the given states, in order. A page behind the middle is walked to from the end: the last one is as near as
 * the first. A part with many fitting cars is walked in order, one with few is gathered: a walk would meet them late.
 */
export async function findAdminListings(
  db: Queryable,
  { statuses: _, ...criteria }: AdminListingCriteria,
  { order, counted, ...cut }: AdminListingPage,
): Promise<AdminCard[]> {
  const { limit, offset, backwards } = nearestCut(counted, cut);
  const by = orderSql(order, '', backwards);
  const parameters = new Parameters();
  const gatherUpTo = isCountable(criteria) ? BITMAP_SCAN_LIMIT : COUNT_LIMIT - 1;
  // Each in its own order and no longer than is needed: only then does the planner merge them instead of sorting all.
  const needed = `order by ${by} limit ${parameters.add(offset + limit)}`;
  const found = counted.parts.flatMap((part) => {
    const walks = part.cars > gatherUpTo;
    return wheresOf(part, criteria, parameters, walks ? 'walk' : 'gather', order !== 'newest').map((where) => {
      const fitting = `select id, ${ORDER_COLUMN[order]} from listings where ${where}`;
      return walks
        ? `(${fitting} ${needed})`
        : `(with fitting as materialized (${fitting}) select * from fitting ${needed})`;
    });
  });
  const page = `select * from (${found.join(' union all ')}) as fitting order by ${by} limit ${limit} offset ${parameters.add(offset)}`;
  const { rows } = await db.query<AdminListingRow>({
    text: `select ${ADMIN_LISTING_COLUMNS} from (${page}) as page join listings l using (id) order by ${orderSql(order, 'page.')}`,
    values: parameters.values,
  });
  return rows.map(adminListingOfRow);
}

/** What stands in for a count where only the first of all listings are asked for: every part is walked. */
export function uncounted(statuses: ListingStatus[]): AdminListingCount {
  const parts = partsOf(statuses).map((part) => ({ ...part, cars: Number.POSITIVE_INFINITY }));
  return { total: Number.POSITIVE_INFINITY, isLeast: true, parts };
}

/** How many fit, in each part of the list. */
export async function countAdminListings(
  db: Queryable,
  { statuses, ...criteria }: AdminListingCriteria,
): Promise<AdminListingCount> {
  if (criteria.vehicles?.length === 0) return { total: 0, isLeast: false, parts: [] };
  const parts = await Promise.all(
    partsOf(statuses).map(async (part) => ({ ...part, cars: await countPart(db, criteria, part) })),
  );
  const limit = isCountable(criteria) ? HIDDEN_COUNT_LIMIT : COUNT_LIMIT;
  return {
    total: parts.reduce((sum, { cars }) => sum + cars, 0),
    isLeast: parts.some(({ cars }) => cars === limit),
    parts,
  };
}

function countPart(db: Queryable, criteria: Narrowing, part: Part): Promise<number> {
  if ('offer' in part) return countCars(db, { ...criteria, offer: part.offer });
  return wholeWordsFirst(criteria, (wholeWords) => countHidden(db, { ...criteria, wholeWords }, part.hidden));
}

async function countHidden(db: Queryable, criteria: Narrowing, statuses: ListingStatus[]) {
  const parameters = new Parameters();
  const byIndex = isCountable(criteria);
  const limit = byIndex ? HIDDEN_COUNT_LIMIT : COUNT_LIMIT;
  const stop = byIndex ? `limit ${limit}` : stopSql(criteria);
  const parts = wheresOf({ hidden: statuses }, criteria, parameters, 'gather', false);
  const found = parts.map((where) => `(select id from listings where ${where} ${stop})`);
  const { rows } = await db.query<{ cars: number }>({
    text: `select count(*)::int as cars from (select 1 from (${found.join(' union all ')}) as parts limit ${limit}) as fitting`,
    values: parameters.values,
  });
  return rows[0]?.cars ?? 0;
}

/** A listing that is named outright: by its number, or by its VIN. */
export type Identity = { id: number } | { vin: string };

const BY_ID = statement(`select ${ADMIN_LISTING_COLUMNS} from listings l where l.id = $1 and l.deleted_at is null`);
const BY_VIN = statement(
  `select ${ADMIN_LISTING_COLUMNS} from listings l where l.vin = $1 and l.deleted_at is null order by l.posted_at desc, l.id desc limit 50`,
);

export async function findIdentified(db: Queryable, identity: Identity): Promise<AdminCard[]> {
  const [asked, value] = 'id' in identity ? [BY_ID, identity.id] : [BY_VIN, identity.vin];
  return (await db.query<AdminListingRow>({ ...asked, values: [value] })).rows.map(adminListingOfRow);
}
