-- Makes and models, the cars on offer, and who saved or viewed them.

create table makes (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  name_key text not null unique,
  aliases text[] not null default '{}',
  known boolean not null default false
);

comment on table makes is 'Car makes: those of the catalog, and those that sellers entered.';
comment on column makes.known is
  'True for makes of the catalog, and from the first active listing on. Only known makes are searched and have pages, '
  'so an unapproved listing adds no words to the search.';

create table models (
  id integer generated always as identity primary key,
  make_id integer not null references makes (id),
  name text not null check (length(name) between 1 and 80),
  name_key text not null,
  aliases text[] not null default '{}',
  known boolean not null default false,
  unique (make_id, name_key)
);

comment on table models is 'Models of a make: those of the catalog, and those that sellers entered.';
comment on column models.known is 'As makes.known.';

create table listings (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  stock_number text check (length(stock_number) between 1 and 64),
  offer text not null check (offer in ('Sell', 'Rent')),
  status text not null default 'requested'
    check (status in ('requested', 'returned', 'active', 'paused', 'sold', 'rented', 'rejected')),
  reasons text[] not null default '{}' check (cardinality(reasons) <= 20),
  make_id integer not null references makes (id),
  model_id integer not null references models (id),
  make text not null,
  model text not null,
  trim text check (length(trim) <= 80),
  year smallint not null check (year between 1900 and 2100),
  price_cents bigint not null check (price_cents between 100 and 10000000000),
  currency char(3) not null default 'USD',
  mileage integer check (mileage between 0 and 9999999),
  mileage_unit text not null default 'km' check (mileage_unit in ('km', 'mi')),
  car_type text check (car_type in ('sedan', 'suv', 'hatchback', 'truck', 'coupe', 'wagon', 'van', 'convertible')),
  fuel_type text check (fuel_type in ('petrol', 'diesel', 'electric', 'hybrid', 'cng', 'lpg')),
  transmission text check (transmission in ('automatic', 'manual', 'cvt', 'semi-automatic')),
  engine_cc integer check (engine_cc between 1 and 30000),
  seating_capacity smallint check (seating_capacity between 2 and 15),
  exterior_color text check (length(exterior_color) <= 40),
  interior_color text check (length(interior_color) <= 40),
  location text check (length(location) <= 120),
  vin text check (length(vin) <= 40),
  owners smallint check (owners between 0 and 99),
  condition text check (condition in ('Excellent', 'Good', 'Fair')),
  certified boolean not null default false,
  recent_servicing boolean not null default false,
  no_accident_history boolean not null default false,
  modifications boolean not null default false,
  modification_details text check (length(modification_details) <= 2000),
  gps boolean not null default false,
  sunroof boolean not null default false,
  leather_seats boolean not null default false,
  backup_camera boolean not null default false,
  description text check (length(description) <= 10000),
  image_keys text[] not null default '{}' check (cardinality(image_keys) <= 20),
  image_placeholders text[] not null default '{}' check (cardinality(image_placeholders) <= 20),
  certification_report text check (length(certification_report) <= 200),
  contact_methods text[] not null default '{}' check (contact_methods <@ array['email', 'phone', 'chat']),
  availability text check (length(availability) <= 120),
  response_time text check (length(response_time) <= 120),
  tax_rate numeric(6, 4) not null default 0.08 check (tax_rate between 0 and 1),
  registration_fee_cents bigint not null default 30000 check (registration_fee_cents between 0 and 10000000000),
  free_text tsvector generated always as (
    to_tsvector('simple', coalesce(trim, '') || ' ' || coalesce(exterior_color, '') || ' ' || coalesce(location, '') || ' '
      || coalesce(fuel_type, '') || ' ' || coalesce(transmission, '') || ' ' || coalesce(car_type, '') || ' '
      || coalesce(description, ''))
  ) stored,
  review_count integer not null default 0 check (review_count >= 0),
  rating_sum integer not null default 0 check (rating_sum between 0 and 5 * review_count),
  posted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);

comment on table listings is 'Cars for sale or for rent. The public sees active ones; sold and rented ones open by link.';
comment on column listings.stock_number is 'The seller''s own number, which identifies a car when a spreadsheet is imported again.';
comment on column listings.status is 'Returned listings wait for their seller to fix them.';
comment on column listings.reasons is 'Why a moderator returned or rejected the listing.';
comment on column listings.price_cents is 'US cents; of a rental, for one day.';
comment on column listings.image_placeholders is
  'Previews in the order of image_keys, empty for a photo without one. Copied from uploads, so that lists need no second query.';
comment on column listings.review_count is 'Visible reviews.';
comment on column listings.rating_sum is 'Sum of the stars of the visible reviews.';

create unique index listings_stock_number on listings (user_id, stock_number) where deleted_at is null;
create unique index listings_vin_of_seller on listings (user_id, vin) where deleted_at is null;
create index listings_of_seller on listings (user_id, posted_at desc);

-- Public lists are sorted by date or by price and start from the offer, a make, model, type or year. The included columns
-- let other filters be checked in the index. The last condition of each index is true of every car, and only the
-- statements of that order contain it: without it, the planner of a prepared statement took an index of the other
-- order and sorted thousands of cars for a page of ten.
create index public_newest on listings (offer, posted_at desc, id desc)
  include (make_id, model_id, car_type, year, price_cents)
  where status = 'active' and deleted_at is null and posted_at > '-infinity';
create index public_make_newest on listings (offer, make_id, posted_at desc, id desc)
  include (model_id, car_type, year, price_cents)
  where status = 'active' and deleted_at is null and posted_at > '-infinity';
create index public_model_newest on listings (offer, model_id, posted_at desc, id desc)
  include (make_id, car_type, year, price_cents)
  where status = 'active' and deleted_at is null and posted_at > '-infinity';
create index public_type_newest on listings (offer, car_type, posted_at desc, id desc)
  include (make_id, model_id, year, price_cents)
  where status = 'active' and deleted_at is null and posted_at > '-infinity';
create index public_year_newest on listings (offer, year, posted_at desc, id desc)
  include (make_id, model_id, car_type, price_cents)
  where status = 'active' and deleted_at is null and posted_at > '-infinity';
create index public_price on listings (offer, price_cents, id)
  include (make_id, model_id, car_type, year, posted_at)
  where status = 'active' and deleted_at is null and price_cents > 0;
create index public_make_price on listings (offer, make_id, price_cents, id)
  include (model_id, car_type, year, posted_at)
  where status = 'active' and deleted_at is null and price_cents > 0;
create index public_model_price on listings (offer, model_id, price_cents, id)
  include (make_id, car_type, year, posted_at)
  where status = 'active' and deleted_at is null and price_cents > 0;
create index public_type_price on listings (offer, car_type, price_cents, id)
  include (make_id, model_id, year, posted_at)
  where status = 'active' and deleted_at is null and price_cents > 0;
create index public_year_price on listings (offer, year, price_cents, id)
  include (make_id, model_id, car_type, posted_at)
  where status = 'active' and deleted_at is null and price_cents > 0;

-- Few cars have reviews, so a list with a minimum rating scans only these.
create index public_rated_newest on listings (offer, posted_at desc, id desc)
  include (review_count, rating_sum)
  where status = 'active' and deleted_at is null and posted_at > '-infinity' and review_count > 0;
create index public_rated_price on listings (offer, price_cents, id)
  include (review_count, rating_sum)
  where status = 'active' and deleted_at is null and price_cents > 0 and review_count > 0;

create index public_free_text on listings using gin (free_text) where status = 'active' and deleted_at is null;
-- Few cars are for rent: this search does not read the matching cars for sale.
create index rental_free_text on listings using gin (free_text)
  where status = 'active' and deleted_at is null and offer = 'Rent';

-- The back office lists cars in every state: the active ones by the indexes above, the others state by state by these.
create index hidden_status_newest on listings (status, posted_at desc, id desc)
  include (make_id, model_id, car_type, year, price_cents) where status <> 'active' and deleted_at is null;
create index hidden_status_price on listings (status, price_cents, id)
  include (make_id, model_id, car_type, year, posted_at) where status <> 'active' and deleted_at is null;
create index hidden_free_text on listings using gin (free_text) where status <> 'active' and deleted_at is null;

-- A moderator compares a new car with those of the same VIN or photo. Drawings of the demo are shared by thousands of cars,
-- so only uploaded photos are indexed.
create index listings_by_vin on listings (vin) where vin is not null and deleted_at is null;
create index listings_by_photo on listings using gin (image_keys)
  where image_keys[1] like 'photo-%' and deleted_at is null;

create index listings_by_day on listings (posted_at) where deleted_at is null;

create function know_vehicles_of_cars() returns trigger language plpgsql as $$
begin
  update makes set known = true
  where not known and exists (select 1 from after_rows where make_id = makes.id and status = 'active');
  update models set known = true
  where not known and exists (select 1 from after_rows where model_id = models.id and status = 'active');
  return null;
end
$$;

create function know_vehicle_of_car() returns trigger language plpgsql as $$
begin
  update makes set known = true where id = new.make_id and not known;
  update models set known = true where id = new.model_id and not known;
  return null;
end
$$;

comment on function know_vehicles_of_cars() is 'Marks the makes and models of the active cars of a statement as known.';
comment on function know_vehicle_of_car() is 'Marks the make and model of a car as known.';

create trigger vehicles_of_inserted after insert on listings
  referencing new table as after_rows for each statement execute function know_vehicles_of_cars();
create trigger vehicle_of_updated after update of status, make_id, model_id on listings
  for each row when (new.status = 'active') execute function know_vehicle_of_car();

comment on trigger vehicles_of_inserted on listings is 'The make and model of a car inserted as active become known.';
comment on trigger vehicle_of_updated on listings is
  'The make and model become known when a car becomes active, or an active one changes its make or model.';

create table favourites (
  user_id bigint not null references users (id),
  listing_id bigint not null references listings (id),
  created_at timestamptz not null default now(),
  primary key (user_id, listing_id)
);

comment on table favourites is 'Cars that users saved. A car stays saved while it is off the market, because it may return.';

create table listing_views (
  listing_id bigint primary key references listings (id),
  views bigint not null
);

comment on table listing_views is
  'How often a car''s page was opened. Apart from listings, because an update there invalidates the caches of lists.';
