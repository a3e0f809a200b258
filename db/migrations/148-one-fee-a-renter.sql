-- A renter owes one registration fee in the days of the terms: two live rentals never carry it at once.

create view rental_fees as
  select o.id as order_id, o.user_id, o.created_at, c.fee_cents from orders o join order_cars c on c.order_id = o.id
  where o.offer = 'Rent' and o.life <> 'cancelled' and c.fee_cents > 0;

comment on view rental_fees is 'The rentals that carry the registration fee of their renter. Canceled ones do not: their fee goes back.';

create function guard_rental_fee() returns trigger language plpgsql as $$
declare
  own rental_fees;
begin
  select * into own from rental_fees where order_id = new.order_id;
  if own is null then
    return null;
  end if;
  -- Whoever comes second waits here for the first one, and then sees its fee.
  perform 1 from users where id = own.user_id for no key update;
  if exists (
    select from rental_fees f cross join lateral (
      select make_interval(days => rental_fee_days) as days from order_terms order by version desc limit 1) term
    where f.user_id = own.user_id and f.order_id <> own.order_id
      and f.created_at > own.created_at - term.days and f.created_at < own.created_at + term.days
  ) then
    raise exception 'another rental carries the registration fee of this renter' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

comment on function guard_rental_fee() is
  'Refuses a rental that carries the registration fee while another rental of its renter does, within the days of the newest terms. '
  'A process of the release before, which takes the fee twice, fails here after the capture; a worker of this release then books the rental.';

create constraint trigger rentals_carry_one_fee after insert or update of fee_cents on order_cars deferrable initially deferred
  for each row when (new.fee_cents > 0) execute function guard_rental_fee();

comment on trigger rentals_carry_one_fee on order_cars is 'Refuses a second registration fee of a renter, when the transaction ends.';

comment on column order_cars.fee_cents is
  'The registration fee. Of a rental it becomes 0 if another rental of the renter carries it, and is added once that one is canceled.';
