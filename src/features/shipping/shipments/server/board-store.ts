import type { BoardQuery } from '#features/shipping/shipments/model/shipment-contract.ts';
import { execute, type Queryable, queryColumn, queryValue, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Listings, ShipmentStates } from '#lib/server/database/rows.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';
import type { Step, StepOwner } from '../model/step.ts';

export type OrderState = Pick<
  ShipmentStates,
  'order_id' | 'step' | 'owner' | 'due_at' | 'expected_at' | 'since' | 'vessel'
>;

const PUT = statement(`
  insert into shipment_states (order_id, step, owner, due_at, expected_at, since, vessel)
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::text[])
  on conflict (order_id) do update set step = excluded.step, owner = excluded.owner, due_at = excluded.due_at,
    expected_at = excluded.expected_at, since = excluded.since, vessel = excluded.vessel, computed_at = now()`);
const DROP = statement('delete from shipment_states where order_id = any($1::bigint[])');

/** Lets only one process compute states. Returns false if another one is doing so. */
export const lockBoard = queryValue<boolean>(
  "select pg_try_advisory_xact_lock(hashtextextended('board of shipments', 0)) as locked",
);

/** Deletes the oldest recorded changes and returns their orders. */
export const takeChangedOrders = queryColumn<number, [limit: number]>(`
  with taken as (
    delete from shipment_changes where id in (
      select id from shipment_changes where ${isNotResting('shipment board', 'order_id')} order by id limit $1
    ) returning order_id)
  select distinct order_id as id from taken`);

/** Returns the orders of the oldest recorded changes without deleting them. */
export const changedOrders = queryColumn<number, [limit: number]>(`
  select distinct order_id as id from (
    select order_id from shipment_changes where ${isNotResting('shipment board', 'order_id')} order by id limit $1
  ) as changed`);

/** Deletes the recorded changes of an order. */
export const takeChangesOf = execute<[orderId: number]>('delete from shipment_changes where order_id = $1');

/** Stores the states of open orders and deletes the states of ended ones. */
export async function putStates(db: Queryable, states: OrderState[], ended: number[]): Promise<void> {
  if (states.length > 0) {
    await rowsOf(db, PUT, [
      states.map((state) => state.order_id),
      states.map((state) => state.step),
      states.map((state) => state.owner),
      states.map((state) => state.due_at),
      states.map((state) => state.expected_at),
      states.map((state) => state.since),
      states.map((state) => state.vessel),
    ]);
  }
  if (ended.length > 0) await rowsOf(db, DROP, [ended]);
}

type Filter = Pick<BoardQuery, 'step' | 'owner' | 'late'>;
type RowRange = { limit: number; offset: number };

/** $1 is the start of the day in UTC: an order is late from the day after its due date. */
const COUNTS = statement(`
  select step, owner, count(*)::int as orders, (count(*) filter (where due_at < $1))::int as late from shipment_states group by step, owner`);
const PAGE = statement(`
  select order_id, step, owner, due_at, expected_at, since, vessel, computed_at from shipment_states
  where ($1::text is null or step = $1) and ($2::text is null or owner = $2) and ($3::timestamptz is null or due_at < $3)
  order by due_at, order_id limit $4 offset $5`);
const ORDERS = statement(`
  select o.id, u.name as buyer,
    (select coalesce(json_agg(json_build_object('year', l.year, 'make', l.make, 'model', l.model, 'trim', l.trim) order by l.id), '[]')
     from order_cars c join listings l on l.id = c.listing_id where c.order_id = o.id) as cars
  from orders o join users u on u.id = o.user_id where o.id = any($1::bigint[])`);

type StepCount = { step: Step; owner: StepOwner; orders: number; late: number };

export function countStates(db: Queryable, today: Date): Promise<StepCount[]> {
  return rowsOf<StepCount>(db, COUNTS, [today]);
}

/** Returns a range of the open orders, the longest overdue first. */
export function findStates(
  db: Queryable,
  { step, owner, late }: Filter,
  today: Date,
  { limit, offset }: RowRange,
): Promise<ShipmentStates[]> {
  return rowsOf<ShipmentStates>(db, PAGE, [step ?? null, owner ?? null, late ? today : null, limit, offset]);
}

type BoardFacts = { id: number; buyer: string; cars: Pick<Listings, 'year' | 'make' | 'model' | 'trim'>[] };

export async function factsOfOrders(db: Queryable, ids: number[]): Promise<Map<number, BoardFacts>> {
  return new Map((await rowsOf<BoardFacts>(db, ORDERS, [ids])).map((facts) => [facts.id, facts]));
}

/** Returns the open orders of a seller's cars, the oldest first. */
export const openOrdersOfSeller = queryColumn<number, [sellerId: number, limit: number]>(`
  select distinct o.id from order_cars c join orders o on o.id = c.order_id
  where c.seller_id = $1 and o.life in ('held', 'active') order by o.id limit $2`);

/** Returns open orders, the longest overdue first. */
export const mostOverdueOrders = queryColumn<number, [limit: number]>(
  'select order_id as id from shipment_states order by due_at, order_id limit $1',
);
