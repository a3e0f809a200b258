-- What sellers do with their listings: a state for those sent back to them, why, how to reach the seller, and who has looked.
alter table listings drop constraint listings_status_check;
alter table listings add constraint listings_status_check
  check (status in ('requested', 'returned', 'active', 'paused', 'sold', 'rented', 'rejected'));
alter table listings
  add column reasons text[] not null default '{}' check (cardinality(reasons) <= 20),
  add column contact_methods text[] not null default '{}' check (contact_methods <@ array['email', 'phone', 'chat']),
  add column availability text check (length(availability) <= 120),
  add column response_time text check (length(response_time) <= 120);

-- Apart from the listings, so that a look changes nothing that is kept about the stock.
create table listing_views (
  listing_id bigint primary key references listings (id),
  views bigint not null
);

-- The values of the Sell Car screen that a user has not sent yet.
create table listing_drafts (
  user_id bigint primary key references users (id),
  id uuid not null,
  values jsonb not null check (pg_column_size(values) <= 60000),
  photos text[] not null default '{}' check (cardinality(photos) <= 5),
  report text check (length(report) <= 200),
  report_name text check (length(report_name) <= 200),
  step smallint not null check (step between 1 and 4),
  updated_at timestamptz not null default now()
);
