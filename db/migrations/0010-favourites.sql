-- The cars that users have saved. Those that are off the market stay saved: they may come back.
create table favourites (
  user_id bigint not null references users (id),
  listing_id bigint not null references listings (id),
  created_at timestamptz not null default now(),
  primary key (user_id, listing_id)
);
