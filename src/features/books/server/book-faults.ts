import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

const MAX_REPORTED = 20;

/** The lines of the ledger with the order that they belong to, also those from before entries named it. */
const LINES = `(
  select coalesce(e.order_id, p.order_id) as order_id, e.source, e.source_id, e.kind, l.account, l.cents, l.seller_id
  from ledger_lines l join ledger_entries e on e.id = l.entry_id left join payments p on p.id = e.payment_id
) as l`;

/** Each finds ids of rows at fault. `{id}` in `says` is replaced. */
const CHECKS: { says: string; find: ReturnType<typeof statement> }[] = [
  {
    says: 'order {id} holds less than nothing for its buyer',
    find: statement(`
      select l.order_id as id from ${LINES} where l.account in ('deposits', 'refunds_due') and l.order_id is not null
      group by l.order_id, l.account having sum(l.cents) > 0`),
  },
  {
    says: 'order {id} has paid out more to a seller than it owed',
    find: statement(`
      select l.order_id as id from ${LINES} where l.account = 'seller_payable'
      group by l.order_id, l.seller_id having sum(l.cents) > 0`),
  },
  {
    says: 'order {id} has amounts owed by its buyer without their counterpart',
    find: statement(`
      select l.order_id as id from ${LINES} where l.account in ('receivable', 'billed_not_received')
      group by l.order_id having sum(l.cents) <> 0`),
  },
  {
    says: 'order {id} is owed another amount than invoices, credit notes and payments say',
    find: statement(`
      select o.id from orders o
      join (select order_id, sum(cents) as owed, coalesce(sum(cents) filter (where kind in ('invoice', 'credit note')), 0) as billed
        from ${LINES} where account = 'receivable' group by order_id) b on b.order_id = o.id
      where o.bill_at is null
        and b.owed <> greatest(0, b.billed - (select coalesce(sum(a.cents), 0) from allocations a where a.order_id = o.id))`),
  },
  {
    says: 'document {id} has another amount in the ledger',
    find: statement(`
      select coalesce(d.id, l.source_id) as id from (
        select id, (claims::jsonb ->> 'total_cents')::bigint * case kind when 'invoice' then 1 else -1 end as cents
        from issued_documents where kind in ('invoice', 'credit_note')) d
      full join (select source_id, sum(cents) as cents from ${LINES} where source = 'document' and account = 'receivable' group by 1) l
        on l.source_id = d.id
      where d.cents is distinct from l.cents`),
  },
  {
    says: 'item {id} of a plan has received more than its amount, or less than nothing',
    find: statement(`
      select i.id from plan_items i join allocations a on a.plan_item_id = i.id
      group by i.id having sum(a.cents) > i.amount_cents or sum(a.cents) < 0`),
  },
  {
    says: 'payout {id} is not what the ledger has on its way',
    find: statement(`
      select p.id from payouts p left join (
        select source_id, sum(cents) as cents from ${LINES} where source = 'payout' and account = 'payouts_in_transit' group by 1) l
        on l.source_id = p.id
      where coalesce(l.cents, 0) <> case when p.state = 'sent' then -p.cents else 0 end
        or p.cents <> (select sum(o.cents) from payout_orders o where o.payout_id = p.id)`),
  },
  {
    says: 'order {id} has taken or given back other cash than the ledger',
    find: statement(`
      select o.id from orders o
      left join (select order_id, sum(cents) as cents from cash_receipts group by 1) r on r.order_id = o.id
      left join (select order_id, sum(cents) as cents from cash_returns group by 1) g on g.order_id = o.id
      left join (select order_id, sum(cents) as cents from ${LINES} where source = 'cash receipt' and account in ('cash', 'bank') group by 1) l
        on l.order_id = o.id
      where coalesce(r.cents, 0) - coalesce(g.cents, 0) <> coalesce(l.cents, 0)`),
  },
];

/** Proves that books, payments, payouts and documents agree. Returns a sentence per fault, 20 for each check at most. */
export async function bookFaults(db: Queryable): Promise<string[]> {
  const faults: string[] = [];
  for (const { says, find } of CHECKS) {
    const rows = await rowsOf<{ id: number }>(db, find, []);
    faults.push(...rows.slice(0, MAX_REPORTED).map(({ id }) => says.replace('{id}', String(id))));
  }
  return faults;
}
