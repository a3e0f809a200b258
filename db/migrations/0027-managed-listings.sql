-- The back office lists cars in every state. Active ones are walked by the indexes of the public lists; these hold all others,
-- state by state, and what a moderator compares a new car with.
create index hidden_status_newest on listings (status, posted_at desc, id desc)
  include (make_id, model_id, car_type, year, price_cents) where status <> 'active' and deleted_at is null;
create index hidden_status_price on listings (status, price_cents, id)
  include (make_id, model_id, car_type, year, posted_at) where status <> 'active' and deleted_at is null;
create index hidden_free_text on listings using gin (free_text) where status <> 'active' and deleted_at is null;

create index listings_by_vin on listings (vin) where vin is not null and deleted_at is null;
-- Photos of sellers alone: the demo's drawings are shared by thousands of cars.
create index listings_by_photo on listings using gin (image_keys)
  where image_keys[1] like 'photo-%' and deleted_at is null;
create index uploads_by_sha256 on uploads (sha256);
