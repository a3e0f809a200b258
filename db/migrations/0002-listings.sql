-- Makes and models are reference data: the search understands their names and aliases, listings point at them.
create table makes (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  name_key text not null unique,
  aliases text[] not null default '{}'
);

create table models (
  id integer generated always as identity primary key,
  make_id integer not null references makes (id),
  name text not null check (length(name) between 1 and 80),
  name_key text not null,
  aliases text[] not null default '{}',
  unique (make_id, name_key)
);

create table listings (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  stock_number text check (length(stock_number) between 1 and 64),
  offer text not null check (offer in ('Sell', 'Rent')),
  status text not null default 'requested'
    check (status in ('requested', 'active', 'paused', 'sold', 'rented', 'rejected')),
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
  certification_report text check (length(certification_report) <= 200),
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

-- A second run of the same spreadsheet finds its cars again instead of making twins.
create unique index listings_stock_number on listings (user_id, stock_number) where deleted_at is null;
create unique index listings_vin_of_seller on listings (user_id, vin) where deleted_at is null;
create index listings_of_seller on listings (user_id, posted_at desc);

-- What the public sees is walked in one of two orders, newest first or by price, from any one of five starting points.
-- The other filters are read from the index entry itself.
create index public_newest on listings (offer, posted_at desc, id desc)
  include (make_id, model_id, car_type, year, price_cents) where status = 'active' and deleted_at is null;
create index public_make_newest on listings (offer, make_id, posted_at desc, id desc)
  include (model_id, car_type, year, price_cents) where status = 'active' and deleted_at is null;
create index public_model_newest on listings (offer, model_id, posted_at desc, id desc)
  include (make_id, car_type, year, price_cents) where status = 'active' and deleted_at is null;
create index public_type_newest on listings (offer, car_type, posted_at desc, id desc)
  include (make_id, model_id, year, price_cents) where status = 'active' and deleted_at is null;
create index public_year_newest on listings (offer, year, posted_at desc, id desc)
  include (make_id, model_id, car_type, price_cents) where status = 'active' and deleted_at is null;
create index public_price on listings (offer, price_cents, id)
  include (make_id, model_id, car_type, year, posted_at) where status = 'active' and deleted_at is null;
create index public_make_price on listings (offer, make_id, price_cents, id)
  include (model_id, car_type, year, posted_at) where status = 'active' and deleted_at is null;
create index public_model_price on listings (offer, model_id, price_cents, id)
  include (make_id, car_type, year, posted_at) where status = 'active' and deleted_at is null;
create index public_type_price on listings (offer, car_type, price_cents, id)
  include (make_id, model_id, year, posted_at) where status = 'active' and deleted_at is null;
create index public_year_price on listings (offer, year, price_cents, id)
  include (make_id, model_id, car_type, posted_at) where status = 'active' and deleted_at is null;
create index public_free_text on listings using gin (free_text) where status = 'active' and deleted_at is null;
