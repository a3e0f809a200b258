-- The owner of a rented car may set its hours and the place; an order keeps those of its booking.

alter table listings
  add column rental_pick_up_hour smallint,
  add column rental_return_hour smallint,
  add column rental_place text,
  add constraint listings_rental_hours_check check (
    rental_pick_up_hour between 0 and 23 and rental_return_hour between 1 and 24 and rental_pick_up_hour < rental_return_hour
    or rental_pick_up_hour is null and rental_return_hour is null) not valid,
  add constraint listings_both_rental_hours_check check ((rental_pick_up_hour is null) = (rental_return_hour is null)) not valid,
  add constraint listings_rental_place_check check (length(rental_place) between 1 and 120) not valid;

comment on column listings.rental_pick_up_hour is 'From which hour renters pick up this car, by its clock; null for the hours of the order terms.';
comment on column listings.rental_return_hour is 'Until which hour renters bring this car back, by its clock; 24 is midnight. Null for the hours of the order terms.';
comment on column listings.rental_place is 'Where renters pick up this car and bring it back; null for its location.';

alter table rental_places
  add column pick_up_hour smallint,
  add column return_hour smallint,
  add constraint rental_places_hours_check check (
    pick_up_hour between 0 and 23 and return_hour between 1 and 24 and pick_up_hour < return_hour
    or pick_up_hour is null and return_hour is null),
  add constraint rental_places_both_hours_check check ((pick_up_hour is null) = (return_hour is null));

comment on column rental_places.place is 'The place that the owner of the car had set when it was rented, otherwise its location; empty if it had none.';
comment on column rental_places.pick_up_hour is 'The hour that the owner of the car had set when it was rented; null for that of the terms.';
comment on column rental_places.return_hour is 'The hour that the owner of the car had set when it was rented; null for that of the terms.';

create or replace function give_rental_a_place() returns trigger language plpgsql as $$
begin
  insert into rental_places (order_id, time_zone, place, pick_up_hour, return_hour)
  select o.id, 'Asia/Shanghai', left(coalesce(l.rental_place, l.location, ''), 120), l.rental_pick_up_hour, l.rental_return_hour
  from orders o join listings l on l.id = new.listing_id
  where o.id = new.order_id and o.offer = 'Rent'
  on conflict (order_id) do nothing;
  return null;
end
$$;

create or replace view rental_times as
select o.id as order_id, place.time_zone, place.name as place, times.pick_up_at, back.return_at,
  back.return_at + make_interval(mins => t.return_grace_minutes) as return_by
from orders o
  join order_terms t on t.version = o.terms_version
  join order_cars c on c.order_id = o.id
  join bookings b on b.id = c.booking_id
  left join rental_places p on p.order_id = o.id
  cross join lateral (select coalesce(p.time_zone, 'UTC') as time_zone, coalesce(p.place, '') as name) place
  cross join lateral (
    select ((b.starts_at at time zone 'UTC') + make_interval(hours => coalesce(p.pick_up_hour, t.pick_up_hour))) at time zone place.time_zone
        as pick_up_at,
      ((b.ends_at at time zone 'UTC') - interval '1 day' + make_interval(hours => coalesce(p.return_hour, t.return_hour)))
        at time zone place.time_zone as return_at
  ) times
  cross join lateral (select case when b.created_at < times.return_at then times.return_at else b.ends_at end as return_at) back
where o.offer = 'Rent';

comment on view rental_times is
  'When the car of a rental is picked up and brought back: the days of its booking, with the hours of its owner or its terms by the clock of its place. '
  'A rental that is booked for today after these hours lasts until the day is over in UTC. return_by is the latest time that is not late.';
