-- Sums of the ledger, so that nobody adds up all of its lines to show the books.

create table ledger_unfolded (
  entry_id bigint primary key
);

comment on table ledger_unfolded is
  'Ledger entries whose lines are not yet added to account_days and order_balances. A row becomes visible when its transaction commits, so '
  'an entry that commits late is not missed. No foreign key, because a check on each entry would only cost time.';

create table account_days (
  account text not null,
  day date not null,
  debit_cents bigint not null,
  credit_cents bigint not null,
  primary key (account, day)
);

comment on table account_days is
  'Sums of the folded ledger lines per account and UTC day. Read the view account_sums, which adds the rest.';
comment on column account_days.credit_cents is 'Zero or less, as in ledger_lines.';

create table order_balances (
  order_id bigint not null,
  account text not null,
  seller_id bigint,
  cents bigint not null,
  since timestamptz not null,
  constraint order_balances_key unique nulls not distinct (order_id, account, seller_id)
);

comment on table order_balances is
  'Sums of the folded ledger lines per order and account, of the accounts that are owed by or to somebody. Read the view open_balances, which '
  'adds the rest. No foreign keys: folding must not wait for the lock of an order.';
comment on column order_balances.since is 'The time of the first line of this order and account.';

create index order_balances_open on order_balances (account, since) include (order_id, seller_id, cents) where cents <> 0;

create function note_ledger_entries() returns trigger language plpgsql as $$
begin
  insert into ledger_unfolded (entry_id) select id from after_rows;
  return null;
end
$$;

comment on function note_ledger_entries() is 'Records which entries are not folded yet.';

create trigger ledger_entries_wait_to_be_folded after insert on ledger_entries
  referencing new table as after_rows for each statement execute function note_ledger_entries();

comment on trigger ledger_entries_wait_to_be_folded on ledger_entries is 'Records new entries as not folded yet.';

create view unfolded_lines as
  select coalesce(e.order_id, p.order_id) as order_id, l.account, l.seller_id, l.cents, e.at
  from ledger_unfolded u join ledger_entries e on e.id = u.entry_id join ledger_lines l on l.entry_id = e.id
  left join payments p on p.id = e.payment_id;

comment on view unfolded_lines is 'The ledger lines that account_days and order_balances do not contain.';

create view account_sums as
  select account, day, debit_cents, credit_cents from account_days
  union all
  select account, (at at time zone 'UTC')::date, greatest(cents, 0), least(cents, 0) from unfolded_lines;

comment on view account_sums is
  'Debits and credits of each account by UTC day, exact at any time. An account and day can have several rows: add them.';

create view open_balances as
  with recent as (
    select order_id, account, seller_id, sum(cents) as cents, min(at) as since from unfolded_lines
    where order_id is not null and account in ('receivable', 'deposits', 'security_deposits', 'refunds_due', 'seller_payable')
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

comment on view open_balances is
  'What the accounts of an order hold, exact at any time, without those at zero. Debits are positive and credits negative.';

create function fold_ledger() returns integer language plpgsql as $$
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
  where e.id = any(taken) and coalesce(e.order_id, p.order_id) is not null
    and l.account in ('receivable', 'deposits', 'security_deposits', 'refunds_due', 'seller_payable')
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (order_id, account, seller_id) do update
    set cents = balances.cents + excluded.cents, since = least(balances.since, excluded.since);
  return cardinality(taken);
end
$$;

comment on function fold_ledger() is
  'Adds waiting entries to account_days and order_balances and returns how many. Several processes may run it at once: each takes its own rows.';

-- Since when money is on its way.
create index payouts_on_their_way on payouts (sent_at) where state = 'sent';
