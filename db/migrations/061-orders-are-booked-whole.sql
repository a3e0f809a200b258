-- All cars of an order are booked and canceled together. A process of the version before knows one car of an order and would change only that.

create function bookings_of_order_agree() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from payments p join order_cars c on c.order_id = p.order_id
    left join bookings b on b.payment_id = p.id and b.listing_id = c.listing_id
    where p.id = new.payment_id and b.status is distinct from (select status from bookings where id = new.id)
      and (select count(*) from order_cars other where other.order_id = p.order_id) > 1)
  then
    raise exception 'payment % books only a part of its order', new.payment_id using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

comment on function bookings_of_order_agree() is
  'Refuses to commit bookings of an order of several cars unless each car has one and all have the same status.';

create constraint trigger bookings_of_order_agree after insert or update of status on bookings deferrable initially deferred
  for each row execute function bookings_of_order_agree();

comment on trigger bookings_of_order_agree on bookings is 'All cars of an order are booked and canceled together.';

-- pg_restore and logical replication write rows with an empty search path, and computed columns of listings call these functions.
create or replace function province_of(location text) returns text language sql immutable parallel safe return (place_of(location))[1];
create or replace function city_of(location text) returns text language sql immutable parallel safe return (place_of(location))[2];
alter function place_of(text) set search_path = public, pg_temp;
