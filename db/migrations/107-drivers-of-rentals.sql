-- The driver of a rental: the age is asked, and a picture of the license is checked before the car is handed out.

alter table order_terms add column renter_min_age integer not null default 0 check (renter_min_age between 0 and 99);

comment on column order_terms.renter_min_age is
  'The age that a renter must have at the pick-up. The age and the driver’s license are asked and checked before it; 0: neither is asked.';

-- Open proposals do not name the new terms, so nobody can approve them any more.
update approvals set canceled_at = now()
where kind = 'order terms' and approved_at is null and canceled_at is null;

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
        'claim_limit_cents', new.claim_limit_cents, 'cash_limit_cents', new.cash_limit_cents,
        'cancel_free_days', new.cancel_free_days, 'kept_cancel_bps', new.kept_cancel_bps,
        'kept_unpaid_bps', new.kept_unpaid_bps, 'payout_days', new.payout_days,
        'pick_up_hour', new.pick_up_hour, 'return_hour', new.return_hour,
        'return_grace_minutes', new.return_grace_minutes, 'rental_fee_days', new.rental_fee_days,
        'renter_min_age', new.renter_min_age,
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
  newest.renter_min_age := 21;
  newest.reason := 'Renters are at least 21 years old and send their driver’s license before the pick-up.';
  newest.made_by := null;
  newest.approved_by := null;
  newest.made_at := now();
  insert into order_terms select newest.*;
end
$$;

create table rental_drivers (
  order_id bigint primary key references orders (id),
  born_on date not null,
  valid_until date not null,
  format text not null check (format in ('pdf', 'jpg')),
  content bytea not null check (octet_length(content) between 1 and 10485760),
  sent_at timestamptz not null default now(),
  is_accepted boolean,
  reason text not null default '' check (length(reason) <= 500),
  checked_at timestamptz,
  checked_by bigint references admins (id),
  constraint rental_drivers_are_checked_by_somebody check (
    (is_accepted is null) = (checked_at is null) and (is_accepted is null) = (checked_by is null))
);

comment on table rental_drivers is
  'The driver’s license that a renter sent for a rental, and what staff said about it. Rows are deleted 30 days after the end of the order, or with '
  'the account of the renter. The audit log records when staff open a license.';
comment on column rental_drivers.content is 'A PDF as it was sent, or a picture that was encoded again without metadata.';
comment on column rental_drivers.is_accepted is 'Null until staff have checked it. A refused license can be replaced.';
