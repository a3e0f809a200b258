-- The folded balances of orders also have what claims and disputes froze, what sellers owe us and what providers withdrew.

create function is_owed(account text) returns boolean language sql immutable parallel safe as $$
  select account in ('receivable', 'seller_receivable', 'disputed_at_provider',
    'deposits', 'security_deposits', 'refunds_due', 'seller_payable', 'frozen')
$$;

comment on function is_owed(text) is 'Whether an account of the ledger is owed by or to somebody, so that order_balances has its sums.';

create or replace view open_balances as
  with recent as (
    select order_id, account, seller_id, sum(cents) as cents, min(at) as since from unfolded_lines
    where order_id is not null and is_owed(account)
    group by order_id, account, seller_id
  )
  select order_id, account, seller_id, sum(cents) as cents, min(since) as since
  from (
    select order_id, account, seller_id, cents, since from order_balances where cents <> 0
    union all
    select b.order_id, b.account, b.seller_id, 0, b.since
    from recent r join order_balances b
      on b.order_id = r.order_id and b.account = r.account and b.seller_id is not distinct from r.seller_id and b.cents = 0
    union all
    select order_id, account, seller_id, cents, since from recent
  ) as parts
  group by order_id, account, seller_id having sum(cents) <> 0;

create or replace function fold_ledger() returns integer language plpgsql as $$
declare
  taken bigint[];
begin
  with gone as (
    delete from ledger_unfolded
    where entry_id in (select entry_id from ledger_unfolded order by entry_id limit 20000 for update skip locked)
    returning entry_id
  )
  select coalesce(array_agg(entry_id), '{}') into taken from gone;
  insert into account_days as days (account, day, debit_cents, credit_cents)
  select l.account, (e.at at time zone 'UTC')::date, sum(greatest(l.cents, 0)), sum(least(l.cents, 0))
  from ledger_entries e join ledger_lines l on l.entry_id = e.id where e.id = any(taken) group by 1, 2 order by 1, 2
  on conflict (account, day) do update
    set debit_cents = days.debit_cents + excluded.debit_cents, credit_cents = days.credit_cents + excluded.credit_cents;
  insert into order_balances as balances (order_id, account, seller_id, cents, since)
  select coalesce(e.order_id, p.order_id), l.account, l.seller_id, sum(l.cents), min(e.at)
  from ledger_entries e join ledger_lines l on l.entry_id = e.id left join payments p on p.id = e.payment_id
  where e.id = any(taken) and coalesce(e.order_id, p.order_id) is not null and is_owed(l.account)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (order_id, account, seller_id) do update
    set cents = balances.cents + excluded.cents, since = least(balances.since, excluded.since);
  return cardinality(taken);
end
$$;
