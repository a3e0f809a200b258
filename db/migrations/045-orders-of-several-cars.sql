-- One payment can hold and buy several cars of an order.

create function refuse_booking_of_other_car() returns trigger language plpgsql as $$
begin
  if exists (select 1 from bookings where payment_id = new.payment_id) and not exists (
    select 1 from payments p join order_cars c on c.order_id = p.order_id
    where p.id = new.payment_id and c.listing_id = new.listing_id)
  then
    raise exception 'payment % has a booking', new.payment_id using errcode = 'unique_violation';
  end if;
  return new;
end
$$;

comment on function refuse_booking_of_other_car() is
  'Raises a unique violation for a second booking of a payment, unless its car belongs to the order of the payment.';

create trigger bookings_are_of_the_order before insert on bookings
  for each row execute function refuse_booking_of_other_car();

comment on trigger bookings_are_of_the_order on bookings is
  'A payment makes one booking, or one for each car of its order.';

alter table payment_destinations
  add column listing_id bigint generated always as ((quote ->> 'listingId')::bigint) stored,
  drop constraint payment_destinations_pkey,
  add primary key (payment_id, listing_id);

-- A generated column is null in the new row that a trigger sees before the update.
create or replace function guard_payment_destination() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.buying_for is null
    and to_jsonb(new) - array['buying_for', 'listing_id'] = to_jsonb(old) - array['buying_for', 'listing_id']
  then
    return new;
  end if;
  raise exception 'payment_destinations is append-only' using errcode = 'insufficient_privilege';
end
$$;

comment on column payment_destinations.listing_id is 'The car that was assessed. A payment for several cars has a row for each.';
comment on column payments.listing_id is
  'The car; of an order of several cars the first one by id, and the amounts are those of all of them. Null while the payment is authorised but not yet '
  'assigned to a car.';
comment on table sale_claims is
  'Which payment holds a car for sale, while it runs and after it is captured. The primary key allows one buyer per car.';
