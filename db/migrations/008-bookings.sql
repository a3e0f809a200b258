-- Bookings, and the reviews of those who completed one.

create table bookings (
  id bigint generated always as identity primary key,
  payment_id bigint not null unique references payments (id),
  listing_id bigint not null references listings (id),
  user_id bigint not null references users (id),
  offer text not null check (offer in ('Sell', 'Rent')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at >= starts_at),
  total_cents bigint not null check (total_cents > 0),
  paid_cents bigint not null check (paid_cents between 0 and total_cents),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'completed', 'cancelled')),
  payment_status text not null default 'paid' check (payment_status in ('pending', 'paid', 'failed', 'refunded')),
  due_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);

comment on table bookings is 'Cars bought or rented. A booking is created with the capture of its payment.';
comment on column bookings.due_at is 'When a worker confirms the booking, if the buyer''s browser has not.';

-- Together with sale_claims: one buyer per car.
create unique index one_sale_of_a_car on bookings (listing_id) where offer = 'Sell' and status <> 'cancelled';

create index bookings_of_user on bookings (user_id, created_at desc);
create index bookings_of_listing on bookings (listing_id);
create index bookings_by_end on bookings (ends_at) where offer = 'Rent';
create index bookings_due on bookings (due_at) where due_at is not null;

-- The back office filters, counts and sorts by these alone, and then reads the rows of one page.
create index bookings_newest on bookings (created_at desc, id desc)
  include (status, payment_status, total_cents, paid_cents) where deleted_at is null;
create index bookings_by_total on bookings (total_cents, id)
  include (status, payment_status, paid_cents) where deleted_at is null;
create index bookings_by_paid on bookings (paid_cents, id)
  include (status, payment_status, total_cents) where deleted_at is null;

create table reviews (
  id bigint generated always as identity primary key,
  booking_id bigint not null unique references bookings (id),
  listing_id bigint not null references listings (id),
  user_id bigint not null references users (id),
  rating smallint not null check (rating between 1 and 5),
  text text not null check (length(text) <= 2000),
  reply text check (length(reply) between 1 and 2000),
  replied_at timestamptz,
  created_at timestamptz not null default now(),
  hidden_at timestamptz,
  hidden_reason text check (length(hidden_reason) between 1 and 500),
  check ((reply is null) = (replied_at is null)),
  check (hidden_reason is null or hidden_at is not null)
);

comment on table reviews is 'Reviews of completed bookings, one per booking, with the seller''s reply.';
comment on column reviews.text is 'Empty once the author''s account is deleted.';
comment on column reviews.hidden_at is
  'When an administrator hid the review. It then no longer counts in the rating of the car.';

create index reviews_of_listing on reviews (listing_id, created_at desc, id desc) where hidden_at is null;
create index reviews_of_user on reviews (user_id);
create index reviews_by_time on reviews (created_at, id) include (rating, hidden_at);
create index reviews_by_words on reviews using gin (lower(text || ' ' || coalesce(reply, '')) gin_trgm_ops);
