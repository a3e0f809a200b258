-- Gives a place to rentals that the previous release books during an upgrade, and checks licenses against moved days.

create function give_rental_a_place() returns trigger language plpgsql as $$
begin
  insert into rental_places (order_id, time_zone, place)
  select o.id, 'Asia/Shanghai', left(coalesce(l.location, ''), 120) from orders o join listings l on l.id = new.listing_id
  where o.id = new.order_id and o.offer = 'Rent'
  on conflict (order_id) do nothing;
  return null;
end
$$;

comment on function give_rental_a_place() is
  'Processes of a release without hours keep no place with a rental. Without one, its hours would be those of UTC, so it gets that of its car and the zone of China.';

create constraint trigger rentals_have_a_place after insert on order_cars deferrable initially deferred
  for each row execute function give_rental_a_place();

comment on trigger rentals_have_a_place on order_cars is 'Gives a rental the place of its car if the process that booked it did not.';

create function license_fits(born_on date, valid_until date, least_age integer, pick_up timestamptz, brought_back timestamptz, zone text)
  returns boolean language sql stable as $$
  select valid_until >= (brought_back at time zone zone)::date
    and (pick_up at time zone zone)::date - make_interval(years => least_age) >= born_on
$$;

comment on function license_fits(date, date, integer, timestamptz, timestamptz, text) is
  'Whether a driver’s license fits a rental: it is valid until the car is back, and its driver is old enough at the pick-up.';
