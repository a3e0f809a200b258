-- Hours of the pick-up and the return of rentals in the time zone of the car, and how often a renter pays the registration fee.

alter table order_terms
  add column pick_up_hour integer not null default 0 check (pick_up_hour between 0 and 23),
  add column return_hour integer not null default 24 check (return_hour between 1 and 24),
  add column return_grace_minutes integer not null default 0 check (return_grace_minutes between 0 and 720),
  add column rental_fee_days integer not null default 1 check (rental_fee_days between 1 and 366);

comment on column order_terms.pick_up_hour is 'The hour from which a renter picks up the car on the first day, by the clock of the car.';
comment on column order_terms.return_hour is 'The hour until which the renter brings the car back on the last day, by the clock of the car; 24 is midnight.';
comment on column order_terms.return_grace_minutes is 'Minutes after the hour of the return in which the car is not late.';
comment on column order_terms.rental_fee_days is
  'A renter pays the registration fee once in so many days, whichever cars are rented. The newest version counts.';

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
  newest.pick_up_hour := 9;
  newest.return_hour := 18;
  newest.return_grace_minutes := 60;
  newest.rental_fee_days := 365;
  newest.reason := 'Rentals have hours with a grace period, and a renter pays the registration fee once a year.';
  newest.made_by := null;
  newest.approved_by := null;
  newest.made_at := now();
  insert into order_terms select newest.*;
end
$$;

create table rental_places (
  order_id bigint primary key references orders (id),
  time_zone text not null check (length(time_zone) between 1 and 60),
  place text not null check (length(place) <= 120)
);

comment on table rental_places is 'Where the car of a rental is picked up and brought back. Rentals from before hours have no row; their days are days in UTC.';
comment on column rental_places.time_zone is 'IANA name of the zone whose clock counts for the hours of the rental.';
comment on column rental_places.place is 'The location of the listing when it was rented; empty if it has none.';

create view rental_times as
select o.id as order_id, place.time_zone, place.name as place, times.pick_up_at, back.return_at,
  back.return_at + make_interval(mins => t.return_grace_minutes) as return_by
from orders o
  join order_terms t on t.version = o.terms_version
  join order_cars c on c.order_id = o.id
  join bookings b on b.id = c.booking_id
  left join rental_places p on p.order_id = o.id
  cross join lateral (select coalesce(p.time_zone, 'UTC') as time_zone, coalesce(p.place, '') as name) place
  cross join lateral (
    select ((b.starts_at at time zone 'UTC') + make_interval(hours => t.pick_up_hour)) at time zone place.time_zone as pick_up_at,
      ((b.ends_at at time zone 'UTC') - interval '1 day' + make_interval(hours => t.return_hour)) at time zone place.time_zone as return_at
  ) times
  cross join lateral (select case when b.created_at < times.return_at then times.return_at else b.ends_at end as return_at) back
where o.offer = 'Rent';

comment on view rental_times is
  'When the car of a rental is picked up and brought back: the days of its booking, with the hours of its terms by the clock of its place. '
  'A rental that is booked for today after these hours lasts until the day is over in UTC. return_by is the latest time that is not late.';
