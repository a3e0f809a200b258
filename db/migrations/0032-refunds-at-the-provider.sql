-- Refunds as the provider tells of them: ours that failed, and those that somebody made at the provider.
alter table refunds
  -- A refund that failed may be asked for again.
  add column attempt integer not null default 1 check (attempt > 0),
  add column failed_at timestamptz,
  add column failure text check (length(failure) <= 100),
  add check (failed_at is null or done_at is null);
drop index refunds_due;
create index refunds_due on refunds (due_at) where done_at is null and failed_at is null;
create index refunds_failed on refunds (failed_at) where failed_at is not null;

create table provider_refunds (
  reference text primary key check (length(reference) <= 200),
  payment_id bigint not null references payments (id),
  amount_cents bigint not null check (amount_cents > 0),
  heard_at timestamptz not null default now(),
  failed_at timestamptz
);
create index provider_refunds_of_payment on provider_refunds (payment_id);

-- When a worker looks at what the provider says of a payment's refunds.
alter table payments add column refunds_due_at timestamptz;
create index payments_with_refund_news on payments (refunds_due_at) where refunds_due_at is not null;
create index payments_by_reference on payments (gateway_reference) where gateway_reference is not null;

-- A payment may have several refunds, and any of them may come back.
alter table ledger_entries
  add column reference text not null default '',
  drop constraint ledger_entries_payment_id_kind_key,
  drop constraint ledger_entries_kind_check,
  add unique (payment_id, kind, reference),
  add check (kind in ('capture', 'refund', 'refund failed', 'earned'));
