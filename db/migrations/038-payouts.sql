-- What sellers are paid, and to which account.

alter table order_terms
  add column payout_limit_cents bigint not null default 2000000 check (payout_limit_cents >= 0);

comment on column order_terms.payout_limit_cents is
  'What one person may pay out to a seller within a day. More needs a second person. The newest version counts.';

create table payout_accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  holder text not null check (length(holder) between 1 and 140),
  bank text not null check (length(bank) between 1 and 300),
  account text not null check (account ~ '^[A-Z0-9]{6,34}$'),
  bic text not null check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  entered_at timestamptz not null default now(),
  effective_at timestamptz not null default now() + interval '24 hours',
  canceled_at timestamptz,
  constraint waits_a_day check (effective_at >= entered_at + interval '24 hours')
);

comment on table payout_accounts is 'The bank accounts of sellers, by version. A new one counts a day after it was entered, unless it is canceled before.';
comment on column payout_accounts.canceled_at is 'Canceled by the seller before it took effect.';

create index payout_accounts_of_user on payout_accounts (user_id, id desc);

create function payout_account_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.canceled_at is not null or new.canceled_at is null or old.effective_at <= now()
    or (to_jsonb(new) - 'canceled_at') <> (to_jsonb(old) - 'canceled_at') then
    raise exception 'a bank account can only be canceled, before it takes effect' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

comment on function payout_account_stays() is 'Refuses to change or delete an account, except to cancel it in time.';

create trigger payout_accounts_stay before update or delete on payout_accounts
  for each row execute function payout_account_stays();

comment on trigger payout_accounts_stay on payout_accounts is 'Refuses to change or delete an account, except to cancel it in time.';

create table payouts (
  id bigint generated always as identity primary key,
  seller_id bigint not null references users (id),
  account_id bigint not null references payout_accounts (id),
  cents bigint not null check (cents > 0),
  currency char(3) not null default 'USD',
  state text not null check (state in ('waiting', 'approved', 'sent', 'booked', 'failed', 'canceled')),
  needs_second_person boolean not null,
  created_by bigint not null references admins (id),
  approved_by bigint references admins (id),
  fee_cents bigint check (fee_cents >= 0),
  reason text check (length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  ended_at timestamptz,
  check (approved_by <> created_by),
  constraint second_person check (
    not needs_second_person or approved_by is not null or state in ('waiting', 'canceled')),
  check ((sent_at is not null) = (state in ('sent', 'booked', 'failed'))),
  check ((ended_at is not null) = (state in ('booked', 'failed', 'canceled')))
);

comment on table payouts is 'Transfers of what sellers are owed. Amounts are in the ledger too, from the moment they are sent.';
comment on column payouts.state is
  'waiting: for a second person · approved: to be sent · sent: on its way · booked: confirmed by the bank · failed: came back.';
comment on column payouts.reason is 'Why it failed or was canceled.';

create index payouts_of_seller on payouts (seller_id, id desc);
create unique index one_open_payout_a_seller on payouts (seller_id) where state in ('waiting', 'approved');

create table payout_orders (
  payout_id bigint not null references payouts (id),
  order_id bigint not null references orders (id),
  cents bigint not null check (cents > 0),
  primary key (payout_id, order_id)
);

comment on table payout_orders is 'Which orders a payout is for.';

create index payouts_of_order on payout_orders (order_id);
create trigger payout_orders_stay before update or delete or truncate on payout_orders
  for each statement execute function refuse_change();

comment on trigger payout_orders_stay on payout_orders is 'Refuses to change, delete or truncate the parts of a payout.';

create function payout_keeps_its_facts() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.seller_id, new.account_id, new.cents, new.currency, new.needs_second_person, new.created_by, new.created_at)
    is distinct from (old.seller_id, old.account_id, old.cents, old.currency, old.needs_second_person, old.created_by, old.created_at) then
    raise exception 'a payout keeps its facts' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

comment on function payout_keeps_its_facts() is 'Refuses to delete a payout, or to change whom it pays and how much.';

create trigger payouts_keep_their_facts before update or delete on payouts
  for each row execute function payout_keeps_its_facts();

comment on trigger payouts_keep_their_facts on payouts is 'Refuses to delete a payout, or to change whom it pays and how much.';

create index ledger_lines_of_sellers on ledger_lines (seller_id) include (entry_id, cents) where account = 'seller_payable';
