-- The drive of a car, and the indexes that lists filtered by it need.

alter table listings add column drive text check (drive in ('front', 'rear', 'all'));

comment on column listings.drive is 'The driven wheels; null if unknown.';

-- As the indexes of the types (004). Without them, a list of a drive that few cars have reads every car. Cars without a
-- known drive are in none of them.
create index public_drive_newest on listings (offer, drive, posted_at desc, id desc)
  include (make_id, model_id, car_type, year, price_cents)
  where status = 'active' and deleted_at is null and posted_at > '-infinity' and drive is not null;
create index public_drive_price on listings (offer, drive, price_cents, id)
  include (make_id, model_id, car_type, year, posted_at)
  where status = 'active' and deleted_at is null and price_cents > 0 and drive is not null;
create index hidden_drive_newest on listings (status, drive, posted_at desc, id desc)
  include (make_id, model_id, car_type, year, price_cents)
  where status <> 'active' and deleted_at is null and drive is not null;
