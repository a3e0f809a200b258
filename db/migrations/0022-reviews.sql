-- What renters and buyers say of a car once their booking is completed, and what its seller answers.
create table reviews (
  id bigint generated always as identity primary key,
  -- A booking is reviewed once.
  booking_id bigint not null unique references bookings (id),
  listing_id bigint not null references listings (id),
  user_id bigint not null references users (id),
  rating smallint not null check (rating between 1 and 5),
  -- Empty once the account of who wrote it is closed.
  text text not null check (length(text) <= 2000),
  reply text check (length(reply) between 1 and 2000),
  replied_at timestamptz,
  created_at timestamptz not null default now(),
  -- Taken off the site by an administrator, and out of the car's rating.
  hidden_at timestamptz,
  check ((reply is null) = (replied_at is null))
);
create index reviews_of_listing on reviews (listing_id, created_at desc, id desc) where hidden_at is null;
create index reviews_of_user on reviews (user_id);
create index reviews_by_time on reviews (created_at);

-- Cars with reviews are few: who asks for a rating walks them alone, in either order.
create index public_rated_newest on listings (offer, posted_at desc, id desc)
  include (review_count, rating_sum) where status = 'active' and deleted_at is null and posted_at > '-infinity' and review_count > 0;
create index public_rated_price on listings (offer, price_cents, id)
  include (review_count, rating_sum) where status = 'active' and deleted_at is null and price_cents > 0 and review_count > 0;
