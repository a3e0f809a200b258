-- Buyers with an open invoice are emailed when the bank account changes.

create table account_notices (
  order_id bigint not null references orders (id),
  version integer not null references bank_account_versions (version),
  told_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  primary key (order_id, version)
);

comment on table account_notices is
  'Which buyers with an open invoice were told about which version of the bank account, so that each is told once.';
comment on column account_notices.withdrawn_at is 'When the buyer was told that a version was canceled and the account stays.';

create index account_notices_of_version on account_notices (version) where withdrawn_at is null;
