import type { Listings, ShipmentStates } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { BoardQuery } from '../../model/board-contract.ts';
import type { Step, StepOwner } from '../../model/step.ts';

type Filter = Pick<BoardQuery, 'step' | 'owner' | 'late'>;
type RowRange = { limit: number; offset: number };

/** Days begin in UTC. An order is late on the day after its due date. */
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

export type StepCount = { step: Step; owner: StepOwner; orders: number; late: number };

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

export type BoardFacts = { id: number; buyer: string; cars: Pick<Listings, 'year' | 'make' | 'model' | 'trim'>[] };

export async function factsOfOrders(db: Queryable, ids: number[]): Promise<Map<number, BoardFacts>> {
  return new Map((await rowsOf<BoardFacts>(db, ORDERS, [ids])).map((facts) => [facts.id, facts]));
}
