import type { ShipmentStates } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { isNotResting } from '#lib/server/jobs/work-failures.ts';

export type OrderState = Pick<
  ShipmentStates,
  'order_id' | 'step' | 'owner' | 'due_at' | 'expected_at' | 'since' | 'vessel'
>;

const LOCK = statement("select pg_try_advisory_xact_lock(hashtextextended('board of shipments', 0)) as locked");
const TAKE = statement(`
  with taken as (
    delete from shipment_changes where id in (
      select id from shipment_changes where ${isNotResting('shipment board', 'order_id')} order by id limit $1
    ) returning order_id)
  select distinct order_id as id from taken`);
const CHANGED = statement(`
  select distinct order_id as id from (
    select order_id from shipment_changes where ${isNotResting('shipment board', 'order_id')} order by id limit $1
  ) as changed`);
const TAKE_OF = statement('delete from shipment_changes where order_id = $1');
const PUT = statement(`
  insert into shipment_states (order_id, step, owner, due_at, expected_at, since, vessel)
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::text[])
  on conflict (order_id) do update set step = excluded.step, owner = excluded.owner, due_at = excluded.due_at,
    expected_at = excluded.expected_at, since = excluded.since, vessel = excluded.vessel, computed_at = now()`);
const DROP = statement('delete from shipment_states where order_id = any($1::bigint[])');

/** Lets only one process compute states. Returns false if another one does. */
export async function lockBoard(db: Queryable): Promise<boolean> {
  return (await rowsOf<{ locked: boolean }>(db, LOCK, []))[0]?.locked ?? false;
}

/** Takes the orders of the oldest noted changes. */
export async function takeChangedOrders(db: Queryable, limit: number): Promise<number[]> {
  return (await rowsOf<{ id: number }>(db, TAKE, [limit])).map(({ id }) => id);
}

/** Returns the orders of the oldest noted changes and leaves the changes. */
export async function changedOrders(db: Queryable, limit: number): Promise<number[]> {
  return (await rowsOf<{ id: number }>(db, CHANGED, [limit])).map(({ id }) => id);
}

/** Takes the changes of one order. */
export async function takeChangesOf(db: Queryable, orderId: number): Promise<void> {
  await rowsOf(db, TAKE_OF, [orderId]);
}

/** Stores the states of open orders and removes those of the others. */
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
