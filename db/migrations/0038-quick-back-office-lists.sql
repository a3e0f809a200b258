-- The lists of the back office are counted, filtered and walked from either end by these alone; the rows of one page are then looked up.
drop index bookings_newest;
create index bookings_newest on bookings (created_at desc, id desc)
  include (status, payment_status, total_cents, paid_cents) where deleted_at is null;
create index bookings_by_total on bookings (total_cents, id)
  include (status, payment_status, paid_cents) where deleted_at is null;
create index bookings_by_paid on bookings (paid_cents, id)
  include (status, payment_status, total_cents) where deleted_at is null;

drop index payments_newest;
create index payments_newest on payments (created_at desc, id desc) include (state, amount_cents) where deleted_at is null;
create index payments_by_amount on payments (amount_cents, id) include (state, created_at) where deleted_at is null;

drop index reviews_by_time;
create index reviews_by_time on reviews (created_at, id) include (rating, hidden_at);

-- Words of texts, where few have them.
create index reviews_by_words on reviews using gin (lower(text || ' ' || coalesce(reply, '')) gin_trgm_ops);
create index contact_messages_by_words on contact_messages
  using gin (lower(from_name || ' ' || from_email || ' ' || subject || ' ' || message) gin_trgm_ops);
