import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';

const MAX_REPORTED = 20;

/** The lines of the ledger with the order that they belong to, also those from before entries named it. */
const LINES = `(
  select coalesce(e.order_id, p.order_id) as order_id, e.source, e.source_id, e.kind, e.at, l.account, l.cents, l.seller_id
  from ledger_lines l join ledger_entries e on e.id = l.entry_id left join payments p on p.id = e.payment_id
) as l`;

/** Each finds what is at fault: mostly ids of rows. `{id}` in `says` is replaced. */
const CHECKS: { says: string; find: ReturnType<typeof statement> }[] = [
  {
    says: 'order {id} holds less than nothing for its buyer',
    find: statement(`
      select l.order_id as id from ${LINES} where l.account in ('deposits', 'refunds_due', 'frozen') and l.order_id is not null
      group by l.order_id, l.account having sum(l.cents) > 0`),
  },
  {
    says: 'order {id} has frozen money without an open claim or dispute, or has one and its money is not frozen',
    find: statement(`
      select o.order_id as id from (
        select l.order_id, coalesce(sum(l.cents) filter (where l.account = 'frozen'), 0) as frozen,
          coalesce(sum(l.cents) filter (where l.account in ('deposits', 'seller_payable')), 0) as free
        from ${LINES} where l.account in ('frozen', 'deposits', 'seller_payable') and l.order_id is not null group by 1
      ) as o
      where case when exists (select 1 from order_freezes f where f.order_id = o.order_id and f.ended_at is null)
        then o.free <> 0 else o.frozen <> 0 end`),
  },
  {
    says: 'claim {id} is open without a freeze, or has ended with one',
    find: statement(`
      select c.id from claims c left join order_freezes f on f.claim_id = c.id
      where f.id is null or (c.ended_at is null) <> (f.ended_at is null)`),
  },
  {
    says: 'claim {id} was decided with other amounts than the ledger has moved',
    find: statement(`
      select d.claim_id as id from claim_decisions d left join (
        select source_id, coalesce(sum(cents) filter (where account = 'frozen'), 0) as frozen,
          coalesce(sum(cents) filter (where account = 'seller_receivable'), 0) as clawback
        from ${LINES} where source = 'claim' and kind = 'claim decided' group by 1) l on l.source_id = d.claim_id
      where (coalesce(l.frozen, 0), coalesce(l.clawback, 0)) is distinct from (d.frozen_cents, d.clawback_cents)`),
  },
  {
    says: 'dispute {id} was lost, but the provider has given money back that nobody has',
    find: statement(`
      select l.source_id as id from ${LINES} join provider_disputes d on d.id = l.source_id and d.state = 'lost'
      where l.source = 'dispute' and l.account = 'disputed_at_provider' group by 1 having sum(l.cents) <> 0`),
  },
  {
    says: 'payment {id} has given back more than was received by it',
    find: statement(`
      select p.id from payments p
      where p.captured_at is not null and p.amount_cents < (
          select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id and r.done_at is not null
        ) + (
          select coalesce(sum(g.amount_cents), 0) from provider_refunds g where g.payment_id = p.id and g.failed_at is null
        )`),
  },
  {
    says: 'seller {id} has given back more than was claimed back',
    find: statement(`
      select l.seller_id as id from ${LINES} where l.account = 'seller_receivable' group by l.seller_id having sum(l.cents) < 0`),
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
    says: 'order {id} asks for more for shipping than its lines come to',
    find: statement(`
      select o.id from orders o
      join (select order_id, version, sum(amount_cents) as cents from plan_items where kind = 'transport' group by 1, 2) p
        on p.order_id = o.id and p.version = o.plan_version
      where p.cents > (select coalesce(sum(l.cents), 0) from order_lines l
        where l.order_id = o.id and l.version = (select max(t.version) from order_trade_terms t where t.order_id = o.id))`),
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
    says: 'order {id} has taken or returned other cash than the ledger',
    find: statement(`
      select o.id from orders o
      left join (select order_id, sum(cents) as cents from cash_receipts group by 1) r on r.order_id = o.id
      left join (select order_id, sum(cents) as cents from cash_returns group by 1) g on g.order_id = o.id
      left join (select order_id, sum(cents) as cents from ${LINES} where source = 'cash receipt' and account in ('cash', 'card_terminal', 'bank', 'bank_in_transit') group by 1) l
        on l.order_id = o.id
      where coalesce(r.cents, 0) - coalesce(g.cents, 0) <> coalesce(l.cents, 0)`),
  },
  {
    says: 'cash receipt {id} pays for another amount than was taken and not given back',
    find: statement(`
      select coalesce(a.cash_receipt_id, l.source_id) as id
      from (select cash_receipt_id, sum(cents) as cents from allocations where cash_receipt_id is not null group by 1) a
      full join (select source_id, sum(cents) as cents from ${LINES} where source = 'cash receipt' and account in ('cash', 'card_terminal', 'bank', 'bank_in_transit') group by 1) l
        on l.source_id = a.cash_receipt_id
      where coalesce(a.cents, 0) <> coalesce(l.cents, 0)`),
  },
  {
    says: 'the account {id} holds money of no order',
    find: statement(`
      select l.account as id from ${LINES} where l.order_id is null and is_owed(l.account) group by 1 having sum(l.cents) <> 0`),
  },
  {
    says: 'the folded sums of {id} are not those of the ledger',
    find: statement(`
      select account || ' on ' || day as id
      from (select account, day, sum(debit_cents) as debit, sum(credit_cents) as credit from account_sums group by 1, 2) f
      full join (
        select account, (at at time zone 'UTC')::date as day, sum(greatest(cents, 0)) as debit, sum(least(cents, 0)) as credit
        from ${LINES} group by 1, 2) p using (account, day)
      where (f.debit, f.credit) is distinct from (p.debit, p.credit)`),
  },
  {
    says: 'the folded balance of {id} is not that of the ledger',
    find: statement(`
      select account || ' of order ' || order_id as id
      from (select order_id, account, coalesce(seller_id, 0) as seller, cents, since from open_balances) f
      full join (
        select order_id, account, coalesce(seller_id, 0) as seller, sum(cents) as cents, min(at) as since from ${LINES}
        where order_id is not null and is_owed(account)
        group by 1, 2, 3 having sum(cents) <> 0) p using (order_id, account, seller)
      where (f.cents, f.since) is distinct from (p.cents, p.since)`),
  },
];

/** Proves that books, payments, payouts and documents agree. Returns a sentence per fault, 20 for each check at most. */
export async function bookFaults(db: Queryable): Promise<string[]> {
  const faults: string[] = [];
  for (const { says, find } of CHECKS) {
    const rows = await rowsOf<{ id: number | string }>(db, find, []);
    faults.push(...rows.slice(0, MAX_REPORTED).map(({ id }) => says.replace('{id}', String(id))));
  }
  return faults;
}
