import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Payee } from '../../model/payee.ts';

/** What was given back by transfer, each with the account of the buyer, if it was recorded. */
const GIVEN = `(
  select order_id, at, account_id from cash_returns where method = 'transfer'
  union all select order_id, at, account_id from security_moves where kind = 'returned' and method = 'transfer'
)`;
const PAYEE = (order: string) => `
  select nullif(a.holder, '') as name, nullif(a.account, '') as account from ${GIVEN} g join payout_accounts a on a.id = g.account_id
  where g.order_id = ${order} order by g.at desc limit 1`;
const PAYEE_OF_ORDER = statement(PAYEE('$1'));
const IN_TRANSIT = statement(`
  select r.order_id as "orderId", u.name as buyer, t.cents, p.name, p.account
  from (select order_id, min(at) as since from ${GIVEN} given group by 1) r
  join orders o on o.id = r.order_id join users u on u.id = o.user_id
  cross join lateral (
    select coalesce(-sum(l.cents), 0) as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
    where e.order_id = r.order_id and l.account = 'bank_in_transit'
  ) t
  left join lateral (${PAYEE('r.order_id')}) p on true
  where t.cents >= $1 order by r.since limit 10`);

export type CashReturnInTransit = { orderId: number; buyer: string; cents: number; payee: Payee };

/** Returns orders whose cash or security deposit was recorded as given back by transfer, and of which at least this much waits for its line. */
export async function cashReturnsInTransit(db: Queryable, cents: number): Promise<CashReturnInTransit[]> {
  const rows = await rowsOf<Omit<CashReturnInTransit, 'payee'> & Payee>(db, IN_TRANSIT, [cents]);
  return rows.map(({ name, account, ...back }) => ({ ...back, payee: { name, account } }));
}

/** Returns the account to which the money of an order was last given back by transfer. */
export async function payeeOfCashReturn(db: Queryable, orderId: number): Promise<Payee> {
  return (await rowsOf<Payee>(db, PAYEE_OF_ORDER, [orderId]))[0] ?? { name: null, account: null };
}
