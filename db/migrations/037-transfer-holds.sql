-- Holds of cars for bank transfers: days on which banks work, who holds a car, and who waits for it. And the plans that buyers may choose.

create table bank_days (
  day date primary key,
  is_open boolean not null,
  name text not null check (length(name) between 1 and 100),
  saved_by bigint not null references admins (id),
  saved_at timestamptz not null default now()
);

comment on table bank_days is
  'Days on which our bank works or not, other than Monday to Friday: holidays, and weekend days that China works in exchange.';

create table order_holds (
  order_id bigint primary key references orders (id),
  payment_id bigint not null unique references payments (id),
  until timestamptz not null,
  time_zone text not null check (length(time_zone) <= 60),
  buyer_name text not null check (length(buyer_name) between 1 and 140),
  buyer_address text not null check (length(buyer_address) between 1 and 500),
  buyer_country char(2) not null,
  terms_version integer not null references order_terms (version),
  accepted_at timestamptz not null default now(),
  reminded_at timestamptz
);

comment on table order_holds is 'Cars held for a bank transfer: for whom, until when, and the terms that the buyer accepted.';
comment on column order_holds.until is 'Computed once from the business days that were known then. It never moves.';
comment on column order_holds.time_zone is 'The zone of the bank, in which the last day ends.';
comment on column order_holds.buyer_name is 'Printed on the documents of the order; empty details of a closed account are replaced by -.';

create table hold_rights (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  admin_id bigint not null references admins (id),
  reason text not null check (length(reason) between 1 and 500),
  restored_at timestamptz not null default now()
);

comment on table hold_rights is 'When an operator let a buyer hold cars for transfers again, after holds had lapsed. Append-only.';

create index hold_rights_of_user on hold_rights (user_id, restored_at);
create trigger hold_rights_stay before update or delete or truncate on hold_rights
  for each statement execute function refuse_change();

comment on trigger hold_rights_stay on hold_rights is 'Refuses to change, delete or truncate rows.';

create index payments_by_transfer on payments (user_id, created_at) where method = 'bank_transfer';

create table waiting_buyers (
  listing_id bigint not null references listings (id),
  user_id bigint not null references users (id),
  asked_at timestamptz not null default now(),
  told_at timestamptz,
  primary key (listing_id, user_id)
);

comment on table waiting_buyers is 'Buyers who want to be told when a held car is free again, one after the other.';

create index waiting_buyers_to_tell on waiting_buyers (listing_id, asked_at) where told_at is null;
create index waiting_buyers_of_user on waiting_buyers (user_id);

alter table order_terms
  add column plans text[] not null default '{deposit_25}',
  add column country_plans jsonb not null default '{}';

comment on column order_terms.plans is 'The plans that a buyer may choose. The first one is proposed.';
comment on column order_terms.country_plans is 'Other plans for some destinations, by country: {"KE": ["deposit_50"]}.';
