-- Disputes that the bank of a buyer opened at the payment provider, booked from what moved on our balance there.

create table provider_disputes (
  id bigint generated always as identity primary key,
  reference text not null unique check (length(reference) between 1 and 200),
  payment_id bigint not null references payments (id),
  state text not null check (state in ('inquiry', 'open', 'won', 'lost')),
  cents bigint not null check (cents > 0),
  lost_cents bigint not null default 0 check (lost_cents >= 0),
  heard_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((closed_at is not null) = (state in ('won', 'lost'))),
  check (lost_cents = 0 or state = 'lost')
);

comment on table provider_disputes is 'Disputes of payments at the provider.';
comment on column provider_disputes.reference is 'The provider''s id.';
comment on column provider_disputes.state is
  'inquiry: the bank asks, and no money has moved · open: the order is frozen · won: also an inquiry that ended · lost: the money is gone.';
comment on column provider_disputes.lost_cents is 'What had been withdrawn when the dispute was lost, without fees.';

create index disputes_of_payment on provider_disputes (payment_id);

create table dispute_movements (
  reference text primary key check (length(reference) between 1 and 200),
  dispute_id bigint not null references provider_disputes (id),
  cents bigint not null,
  fee_cents bigint not null,
  at timestamptz not null default now()
);

comment on table dispute_movements is 'What a dispute moved on our balance at the provider. Append-only; each is a ledger entry.';
comment on column dispute_movements.reference is 'The provider''s id of the movement.';
comment on column dispute_movements.cents is 'Above zero: reinstated · below zero: withdrawn.';
comment on column dispute_movements.fee_cents is 'Above zero: charged · below zero: given back.';

create index movements_of_dispute on dispute_movements (dispute_id);
create trigger dispute_movements_stay before update or delete or truncate on dispute_movements
  for each statement execute function refuse_change();

comment on trigger dispute_movements_stay on dispute_movements is 'Refuses to change, delete or truncate movements.';

alter table payments add column disputes_due_at timestamptz;

comment on column payments.disputes_due_at is 'When a worker next asks the provider about disputes of the payment; null until a message says that there is one.';

alter table order_freezes
  add column dispute_id bigint unique references provider_disputes (id),
  add constraint freezes_have_one_cause check (num_nonnulls(claim_id, dispute_id) = 1);

create or replace function guard_freeze() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null or to_jsonb(old) - 'ended_at' <> to_jsonb(new) - 'ended_at' then
    raise exception 'a freeze ends once and never changes' using errcode = 'restrict_violation';
  end if;
  if new.claim_id is not null and not exists (select 1 from claims where id = new.claim_id and ended_at is not null) then
    raise exception 'claim % has not ended', new.claim_id using errcode = 'restrict_violation';
  end if;
  if new.dispute_id is not null and not exists (select 1 from provider_disputes where id = new.dispute_id and closed_at is not null) then
    raise exception 'dispute % has not ended', new.dispute_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

comment on function guard_freeze() is 'Refuses to end a freeze before its claim or dispute has ended.';

create table simulated_disputes (
  key text primary key references simulated_charges (key),
  state text not null check (state in ('inquiry', 'open', 'won', 'lost')),
  cents bigint not null check (cents > 0),
  fee_cents bigint not null check (fee_cents >= 0)
);

comment on table simulated_disputes is 'Disputes of the simulated provider. Its test card 4000 0000 0000 0259 is disputed when it is captured.';
