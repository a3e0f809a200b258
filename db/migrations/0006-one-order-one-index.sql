-- A prepared statement is planned without knowing its values, and the planner then took an index of the other order and sorted
-- thousands of cars for a page of ten. Each order's indexes now ask for a condition of its own, which is true of every car
-- and which only the statements of that order contain.
drop index public_newest;
create index public_newest on listings (offer, posted_at desc, id desc)
  include (make_id, model_id, car_type, year, price_cents) where status = 'active' and deleted_at is null and posted_at > '-infinity';
drop index public_make_newest;
create index public_make_newest on listings (offer, make_id, posted_at desc, id desc)
  include (model_id, car_type, year, price_cents) where status = 'active' and deleted_at is null and posted_at > '-infinity';
drop index public_model_newest;
create index public_model_newest on listings (offer, model_id, posted_at desc, id desc)
  include (make_id, car_type, year, price_cents) where status = 'active' and deleted_at is null and posted_at > '-infinity';
drop index public_type_newest;
create index public_type_newest on listings (offer, car_type, posted_at desc, id desc)
  include (make_id, model_id, year, price_cents) where status = 'active' and deleted_at is null and posted_at > '-infinity';
drop index public_year_newest;
create index public_year_newest on listings (offer, year, posted_at desc, id desc)
  include (make_id, model_id, car_type, price_cents) where status = 'active' and deleted_at is null and posted_at > '-infinity';
drop index public_price;
create index public_price on listings (offer, price_cents, id)
  include (make_id, model_id, car_type, year, posted_at) where status = 'active' and deleted_at is null and price_cents > 0;
drop index public_make_price;
create index public_make_price on listings (offer, make_id, price_cents, id)
  include (model_id, car_type, year, posted_at) where status = 'active' and deleted_at is null and price_cents > 0;
drop index public_model_price;
create index public_model_price on listings (offer, model_id, price_cents, id)
  include (make_id, car_type, year, posted_at) where status = 'active' and deleted_at is null and price_cents > 0;
drop index public_type_price;
create index public_type_price on listings (offer, car_type, price_cents, id)
  include (make_id, model_id, year, posted_at) where status = 'active' and deleted_at is null and price_cents > 0;
drop index public_year_price;
create index public_year_price on listings (offer, year, price_cents, id)
  include (make_id, model_id, car_type, posted_at) where status = 'active' and deleted_at is null and price_cents > 0;
