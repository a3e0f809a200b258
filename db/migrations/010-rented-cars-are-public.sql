-- A car that is rented out today stays in the public lists, because other days can be booked; and the caches of lists
-- learn of reservations.

drop index public_newest, public_make_newest, public_model_newest, public_type_newest, public_year_newest,
  public_drive_newest, public_price, public_make_price, public_model_price, public_type_price, public_year_price,
  public_drive_price, public_rated_newest, public_rated_price, public_free_text, rental_free_text;

-- As in 004 and 009, with rented cars.
create index public_newest on listings (offer, posted_at desc, id desc)
  include (make_id, model_id, car_type, year, price_cents)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null and posted_at > '-infinity';
create index public_make_newest on listings (offer, make_id, posted_at desc, id desc)
  include (model_id, car_type, year, price_cents)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null and posted_at > '-infinity';
create index public_model_newest on listings (offer, model_id, posted_at desc, id desc)
  include (make_id, car_type, year, price_cents)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null and posted_at > '-infinity';
create index public_type_newest on listings (offer, car_type, posted_at desc, id desc)
  include (make_id, model_id, year, price_cents)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null and posted_at > '-infinity';
create index public_year_newest on listings (offer, year, posted_at desc, id desc)
  include (make_id, model_id, car_type, price_cents)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null and posted_at > '-infinity';
create index public_drive_newest on listings (offer, drive, posted_at desc, id desc)
  include (make_id, model_id, car_type, year, price_cents)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null and posted_at > '-infinity'
    and drive is not null;
create index public_price on listings (offer, price_cents, id)
  include (make_id, model_id, car_type, year, posted_at)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null and price_cents > 0;
create index public_make_price on listings (offer, make_id, price_cents, id)
  include (model_id, car_type, year, posted_at)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null and price_cents > 0;
create index public_model_price on listings (offer, model_id, price_cents, id)
  include (make_id, car_type, year, posted_at)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null and price_cents > 0;
create index public_type_price on listings (offer, car_type, price_cents, id)
  include (make_id, model_id, year, posted_at)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null and price_cents > 0;
create index public_year_price on listings (offer, year, price_cents, id)
  include (make_id, model_id, car_type, posted_at)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null and price_cents > 0;
create index public_drive_price on listings (offer, drive, price_cents, id)
  include (make_id, model_id, car_type, year, posted_at)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null and price_cents > 0
    and drive is not null;
create index public_rated_newest on listings (offer, posted_at desc, id desc)
  include (review_count, rating_sum)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null and posted_at > '-infinity'
    and review_count > 0;
create index public_rated_price on listings (offer, price_cents, id)
  include (review_count, rating_sum)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null and price_cents > 0
    and review_count > 0;
create index public_free_text on listings using gin (free_text)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null;
create index rental_free_text on listings using gin (free_text)
  where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null and offer = 'Rent';

create or replace function note_listing_change() returns trigger language plpgsql as $$
begin
  perform nextval('stock_version');
  if tg_op <> 'INSERT' then
    insert into listing_count_changes (offer, make_id, model_id, car_type, year, price_band, cars)
    select offer, make_id, model_id, coalesce(car_type, 'none'), year, listing_price_band(price_cents), -1
    from before_rows where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into listing_count_changes (offer, make_id, model_id, car_type, year, price_band, cars)
    select offer, make_id, model_id, coalesce(car_type, 'none'), year, listing_price_band(price_cents), 1
    from after_rows where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null;
  end if;
  return null;
end
$$;

-- The counters so far leave out the cars that are rented now.
insert into listing_count_changes (offer, make_id, model_id, car_type, year, price_band, cars)
select offer, make_id, model_id, coalesce(car_type, 'none'), year, listing_price_band(price_cents), 1
from listings where status = 'rented' and offer = 'Rent' and deleted_at is null;

create or replace function know_vehicles_of_cars() returns trigger language plpgsql as $$
begin
  update makes set known = true
  where not known and exists (
    select 1 from after_rows
    where make_id = makes.id and (status = 'active' or status = 'rented' and offer = 'Rent'));
  update models set known = true
  where not known and exists (
    select 1 from after_rows
    where model_id = models.id and (status = 'active' or status = 'rented' and offer = 'Rent'));
  return null;
end
$$;

comment on function know_vehicles_of_cars() is 'Marks the makes and models of the public cars of a statement as known.';
comment on trigger vehicles_of_inserted on listings is 'The make and model of a car inserted as public become known.';

drop trigger vehicle_of_updated on listings;
create trigger vehicle_of_updated after update of status, make_id, model_id on listings
  for each row when (new.status = 'active' or new.status = 'rented' and new.offer = 'Rent')
  execute function know_vehicle_of_car();
comment on trigger vehicle_of_updated on listings is
  'The make and model become known when a car becomes public, or a public one changes its make or model.';

update makes set known = true where not known and exists (
  select 1 from listings
  where make_id = makes.id and status = 'rented' and offer = 'Rent' and deleted_at is null);
update models set known = true where not known and exists (
  select 1 from listings
  where model_id = models.id and status = 'rented' and offer = 'Rent' and deleted_at is null);

comment on table listings is
  'Cars for sale or for rent. The public sees active ones and rented ones for rent; sold ones open by link.';

create function note_reservation() returns trigger language plpgsql as $$
begin
  perform nextval('stock_version');
  return null;
end
$$;

comment on function note_reservation() is 'Advances stock_version.';

create trigger sale_claim_noted after insert or delete on sale_claims
  for each statement execute function note_reservation();
create trigger rental_days_noted after insert or delete on rental_days
  for each statement execute function note_reservation();

comment on trigger sale_claim_noted on sale_claims is
  'Invalidates the caches of lists, which show whether a car is reserved.';
comment on trigger rental_days_noted on rental_days is
  'Invalidates the caches of lists, which show from when a rented car is free.';
comment on sequence stock_version is
  'Advances with every change of listings and reservations. Caches of lists are valid for one version.';

-- A report is public while a published car has it.
create index listings_by_report on listings (certification_report)
  where certification_report is not null and deleted_at is null;
