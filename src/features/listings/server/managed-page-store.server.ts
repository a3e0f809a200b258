import { type Queryable, statement } from '#platform/database/statement.ts';
import { nearerCut } from '#platform/paging.ts';
import { type ListingStatus, OFFERS } from '../listing.ts';
import { COUNT_LIMIT, countersKnow, type ListingOrder, type Narrowing } from '../listing-criteria.ts';
import type { ManagedCard } from '../managed-listing.ts';
import {
  type Access,
  criteriaSql,
  GATHER_UP_TO,
  narrowSql,
  ORDER_COLUMN,
  orderSql,
  Parameters,
  stopSql,
} from './criteria-sql.server.ts';
import { countCars, wholeWordsFirst } from './listing-count-store.server.ts';
import { CARD_COLUMNS, type CardRow, cardOfRow } from './listing-rows.server.ts';

/** What a list of the back office is narrowed to: cars for sale and for rent, in any of the states. */
export type ManagedCriteria = Narrowing & { statuses: ListingStatus[] };

/** Counting cars off the market stops here; a larger total is reported as this number. */
export const HIDDEN_COUNT_LIMIT = 100_000;

/**
 * The WHERE of each part of a list: active cars of each offer, and the cars of each other state. Every part has an index in the
 * order of the list.
 */
function partsSql({ statuses, ...criteria }: ManagedCriteria, parameters: Parameters, access: Access, priced: boolean) {
  const active = statuses.includes('active')
    ? OFFERS.map((offer) => criteriaSql({ ...criteria, offer }, parameters, access, priced))
    : [];
  const hidden = statuses.filter((status) => status !== 'active');
  const narrow = hidden.length === 0 ? '' : narrowSql(criteria, parameters, access, priced);
  return [...active, ...hidden.map((status) => hiddenSql(`status = '${status}'`, narrow))];
}

const hiddenSql = (states: string, narrow: string) =>
  ["status <> 'active'", 'deleted_at is null', states, narrow].filter((condition) => condition !== '').join(' and ');

export type ManagedRow = CardRow & { user_id: number; version: number };
export const managedOfRow = (row: ManagedRow): ManagedCard => ({
  ...cardOfRow(row),
  userId: row.user_id,
  version: row.version,
});
export const MANAGED_COLUMNS = `${CARD_COLUMNS}, l.user_id, l.version`;

type PageOfManaged = { order: ListingOrder; limit: number; offset: number; total: number; isLeast: boolean };

/**
 * One page of listings in the given states, in order. A page behind the middle is walked to from the end: the last one is as near as
 * the first.
 */
export async function findManaged(
  db: Queryable,
  criteria: ManagedCriteria,
  { order, total, isLeast, ...cut }: PageOfManaged,
): Promise<ManagedCard[]> {
  const { limit, offset, backwards } = nearerCut({ total, isLeast }, cut);
  const by = orderSql(order, '', backwards);
  const walks = total > (countersKnow(criteria) ? GATHER_UP_TO : COUNT_LIMIT - 1);
  const parameters = new Parameters();
  const parts = partsSql(criteria, parameters, walks ? 'walk' : 'gather', order !== 'newest');
  // Each part in its own order and no longer than is needed: only then does the planner merge them instead of sorting all.
  const needed = walks ? `order by ${by} limit ${parameters.add(offset + limit)}` : '';
  const found = parts
    .map((where) => `(select id, ${ORDER_COLUMN[order]} from listings where ${where} ${needed})`)
    .join(' union all ');
  const sorted = `order by ${by} limit ${limit} offset ${parameters.add(offset)}`;
  const page = walks
    ? `select * from (${found}) as fitting ${sorted}`
    : `with fitting as materialized (${found}) select * from fitting ${sorted}`;
  const { rows } = await db.query<ManagedRow>({
    text: `select ${MANAGED_COLUMNS} from (${page}) as page join listings l using (id) order by ${orderSql(order, 'page.')}`,
    values: parameters.values,
  });
  return rows.map(managedOfRow);
}

/** How many fit, and whether counting stopped somewhere. */
export async function countManaged(
  db: Queryable,
  { statuses, ...criteria }: ManagedCriteria,
): Promise<{ total: number; isLeast: boolean }> {
  if (criteria.vehicles?.length === 0) return { total: 0, isLeast: false };
  const hidden = statuses.filter((status) => status !== 'active');
  const counted = await Promise.all([
    ...(statuses.includes('active') ? OFFERS.map((offer) => countCars(db, { ...criteria, offer })) : []),
    ...(hidden.length > 0
      ? [wholeWordsFirst(criteria, (wholeWords) => countHidden(db, { ...criteria, wholeWords }, hidden))]
      : []),
  ]);
  const limit = countersKnow(criteria) ? HIDDEN_COUNT_LIMIT : COUNT_LIMIT;
  return { total: counted.reduce((sum, cars) => sum + cars, 0), isLeast: counted.some((cars) => cars === limit) };
}

async function countHidden(db: Queryable, criteria: Narrowing, statuses: ListingStatus[]) {
  const parameters = new Parameters();
  const byIndex = countersKnow(criteria);
  const limit = byIndex ? HIDDEN_COUNT_LIMIT : COUNT_LIMIT;
  const stop = byIndex ? `limit ${limit}` : stopSql(criteria);
  const parts = criteria.words?.length
    ? [hiddenSql(`status in ('${statuses.join("', '")}')`, narrowSql(criteria, parameters, 'gather', false))]
    : partsSql({ ...criteria, statuses }, parameters, 'gather', false);
  const found = parts.map((where) => `(select id from listings where ${where} ${stop})`);
  const { rows } = await db.query<{ cars: number }>({
    text: `select count(*)::int as cars from (select 1 from (${found.join(' union all ')}) as parts limit ${limit}) as fitting`,
    values: parameters.values,
  });
  return rows[0]?.cars ?? 0;
}

/** A listing that is named outright: by its number, or by its VIN. */
export type Identity = { id: number } | { vin: string };

const BY_ID = statement(`select ${MANAGED_COLUMNS} from listings l where l.id = $1 and l.deleted_at is null`);
const BY_VIN = statement(
  `select ${MANAGED_COLUMNS} from listings l where l.vin = $1 and l.deleted_at is null order by l.posted_at desc, l.id desc limit 50`,
);

export async function findIdentified(db: Queryable, identity: Identity): Promise<ManagedCard[]> {
  const [asked, value] = 'id' in identity ? [BY_ID, identity.id] : [BY_VIN, identity.vin];
  return (await db.query<ManagedRow>({ ...asked, values: [value] })).rows.map(managedOfRow);
}
