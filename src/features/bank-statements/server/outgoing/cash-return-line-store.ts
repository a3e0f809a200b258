import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

const IN_TRANSIT = statement(`
  select r.order_id as "orderId", u.name as buyer, t.cents
  from (
    select order_id, min(at) as since from (
      select order_id, at from cash_returns where method = 'transfer'
      union all select order_id, at from security_moves where kind = 'returned' and method = 'transfer'
    ) given group by 1
  ) r
  join orders o on o.id = r.order_id join users u on u.id = o.user_id
  cross join lateral (
    select coalesce(-sum(l.cents), 0) as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
    where e.order_id = r.order_id and l.account = 'bank_in_transit'
  ) t
  where t.cents >= $1 order by r.since limit 10`);

export type CashReturnInTransit = { orderId: number; buyer: string; cents: number };

/** Returns orders whose cash or security deposit was recorded as given back by transfer, and of which at least this much waits for its line. */
export function cashReturnsInTransit(db: Queryable, cents: number): Promise<CashReturnInTransit[]> {
  return rowsOf(db, IN_TRANSIT, [cents]);
}
