-- Terms about the end of an order: until when its buyer may cancel and at what cost, which steps it needs, and when its seller is paid.

alter table order_terms
  add column cancel_free_days integer not null default 30 check (cancel_free_days between 0 and 90),
  add column cancel_until text not null default 'loaded' check (cancel_until in ('export_papers', 'loaded')),
  add column kept_cancel_bps integer not null default 10000 check (kept_cancel_bps between 0 and 10000),
  add column kept_unpaid_bps integer not null default 0 check (kept_unpaid_bps between 0 and 10000),
  add column requires_steps boolean not null default false,
  add column payout_days integer not null default 0 check (payout_days between 0 and 365);

comment on column order_terms.cancel_free_days is 'Days after the booking in which the buyer of a car for sale may cancel for a full refund.';
comment on column order_terms.cancel_until is 'The step that ends the right of the buyer to cancel: the first export paper, or the loading of a car.';
comment on column order_terms.kept_cancel_bps is
  'What is kept if the buyer cancels after the free days, in hundredths of a percent of the price of the cars; never more than was paid. '
  'With 10000 the buyer can no longer cancel.';
comment on column order_terms.kept_unpaid_bps is 'What is kept if the balance is not paid, in hundredths of a percent of the price of the cars.';
comment on column order_terms.requires_steps is
  'Whether a car for sale is loaded only with its export papers and after everything is paid, and an order is completed only with its '
  'steps, its contract and a consignee.';
comment on column order_terms.payout_days is 'Days after the handover until the seller is paid. A seller may have other days (seller_payout_terms).';

create or replace function guard_order_terms() returns trigger language plpgsql as $$
begin
  lock table order_terms in share row exclusive mode;
  if new.version <> (select max(version) + 1 from order_terms) then
    raise exception 'another version of the terms came first' using errcode = 'unique_violation';
  end if;
  if new.made_by is not null and not exists (
    select 1 from approvals a
    where a.kind = 'order terms' and a.proposer_id = new.made_by and a.approver_id = new.approved_by
      and a.approved_at = now() and a.payload::jsonb -> 'reason' = to_jsonb(new.reason) and a.payload::jsonb -> 'terms' = jsonb_build_object(
        'commission_bps', new.commission_bps, 'balance_days', new.balance_days, 'grace_days', new.grace_days,
        'hold_days', new.hold_days, 'tolerance_cents', new.tolerance_cents, 'tolerance_bps', new.tolerance_bps,
        'security_cents', new.security_cents, 'refund_limit_cents', new.refund_limit_cents,
        'payout_limit_cents', new.payout_limit_cents, 'claim_days', new.claim_days,
        'claim_arrival_days', new.claim_arrival_days, 'claim_answer_days', new.claim_answer_days,
        'claim_reply_days', new.claim_reply_days, 'claim_review_days', new.claim_review_days,
        'claim_limit_cents', new.claim_limit_cents, 'cancel_free_days', new.cancel_free_days,
        'kept_cancel_bps', new.kept_cancel_bps, 'kept_unpaid_bps', new.kept_unpaid_bps, 'payout_days', new.payout_days,
        'cancel_until', new.cancel_until, 'requires_steps', new.requires_steps, 'requires_contract', new.requires_contract,
        'plans', to_jsonb(new.plans), 'country_plans', new.country_plans)
  ) then
    raise exception 'a second person has to approve these terms' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

do $$
declare
  newest order_terms;
begin
  select * into strict newest from order_terms order by version desc limit 1;
  newest.version := newest.version + 1;
  newest.cancel_free_days := 3;
  newest.cancel_until := 'export_papers';
  newest.kept_cancel_bps := 500;
  newest.kept_unpaid_bps := 1250;
  newest.requires_steps := true;
  -- The guarantee that the car page names. Other days are the operator's own choice.
  if newest.claim_days = 14 then newest.claim_days := 30; end if;
  newest.payout_days := newest.claim_days;
  newest.reason := 'A deposit binds, canceling ends with the export papers, and the seller is paid when claims are over.';
  newest.made_by := null;
  newest.approved_by := null;
  newest.made_at := now();
  insert into order_terms select newest.*;
end
$$;

-- What canceled orders leave to us.

alter table ledger_lines
  drop constraint ledger_lines_account_check,
  add constraint ledger_lines_account_check check (account in (
    'gateway', 'bank', 'cash', 'payouts_in_transit', 'receivable', 'billed_not_received',
    'deposits', 'security_deposits', 'refunds_due', 'seller_payable', 'tax_payable', 'fees_to_pass_on', 'unidentified_receipts',
    'earnings', 'cancellation_kept', 'bank_fees', 'card_fees',
    'frozen', 'seller_receivable', 'disputed_at_provider', 'dispute_fees', 'chargeback_loss')) not valid;

-- Cars of ended orders that are not back yet.

create table order_returns (
  order_id bigint not null,
  listing_id bigint not null,
  holds_refunds boolean not null,
  asked_at timestamptz not null default now(),
  returned_at timestamptz,
  recorded_by bigint references admins (id),
  note text check (length(note) between 1 and 500),
  primary key (order_id, listing_id),
  foreign key (order_id, listing_id) references order_cars (order_id, listing_id),
  constraint returns_are_recorded_by_somebody check ((returned_at is null) = (recorded_by is null) and (returned_at is null) = (note is null))
);

comment on table order_returns is
  'Cars that were aboard or with the buyer when their order was undone. Until staff record that a car is back, it is not on sale and the refunds of '
  'its order are not sent.';
comment on column order_returns.holds_refunds is 'False if the buyer cannot send the car back, because it never arrived.';

create index order_returns_awaited on order_returns (listing_id) where returned_at is null;

create function guard_order_return() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.returned_at is not null or new.returned_at is null
    or (new.order_id, new.listing_id, new.holds_refunds, new.asked_at)
      is distinct from (old.order_id, old.listing_id, old.holds_refunds, old.asked_at) then
    raise exception 'the return of a car is recorded once' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

comment on function guard_order_return() is 'Refuses to change anything about a return except to record it, once.';

create trigger order_returns_are_guarded before update or delete on order_returns
  for each row execute function guard_order_return();

comment on trigger order_returns_are_guarded on order_returns is 'Refuses to change anything about a return except to record it, once.';

create function guard_car_that_is_away() returns trigger language plpgsql as $$
begin
  if exists (select 1 from order_returns where listing_id = new.id and returned_at is null) then
    raise exception 'listing % is not back yet', new.id using errcode = 'CQ001';
  end if;
  return new;
end
$$;

comment on function guard_car_that_is_away() is 'Raises CQ001 if a car is put on sale that did not come back from an undone order.';

create trigger car_that_is_away_is_guarded before update of status on listings
  for each row when (new.status in ('active', 'paused') and old.status <> new.status) execute function guard_car_that_is_away();

comment on trigger car_that_is_away_is_guarded on listings is 'Refuses to put a car on sale that did not come back from an undone order.';

-- Sellers who are paid earlier or later than the terms of an order say.

create table seller_payout_terms (
  id bigint generated always as identity primary key,
  seller_id bigint not null references users (id),
  days integer not null check (days between 0 and 365),
  reason text not null check (length(reason) between 1 and 500),
  made_by bigint not null references admins (id),
  approved_by bigint not null references admins (id),
  made_at timestamptz not null default now(),
  constraint seller_payout_terms_two_people check (approved_by <> made_by)
);

comment on table seller_payout_terms is 'Days after a handover until a seller is paid, instead of those of the order terms. Append-only: the newest row counts.';

create index seller_payout_terms_of_seller on seller_payout_terms (seller_id, id desc);
create trigger seller_payout_terms_stay before update or delete or truncate on seller_payout_terms
  for each statement execute function refuse_change();

comment on trigger seller_payout_terms_stay on seller_payout_terms is 'Refuses to change, delete or truncate.';
