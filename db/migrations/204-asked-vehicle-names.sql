-- A make or model that a seller typed is asked about: it becomes known, so that search and pages have it, when a person approves
-- it. Before, its first public car made it known. A wrong name is merged into the right one.

drop trigger vehicles_of_inserted on listings;
drop trigger vehicle_of_updated on listings;
drop function know_vehicles_of_cars();
drop function know_vehicle_of_car();

alter table makes
  add column merged_into integer references makes (id),
  add column asked_at timestamptz not null default now(),
  add column revision integer not null default 0,
  add constraint makes_merged_check check (merged_into is null or (not known and merged_into <> id));
alter table models
  add column merged_into integer references models (id),
  add column asked_at timestamptz not null default now(),
  add column revision integer not null default 0,
  add constraint models_merged_check check (merged_into is null or (not known and merged_into <> id));

create index makes_merged on makes (merged_into) where merged_into is not null;
create index models_merged on models (merged_into) where merged_into is not null;

comment on column makes.known is
  'True for makes of the catalog and those that the office approved. Only known makes are searched and have pages. A make that '
  'is neither known nor merged is asked about.';
comment on column makes.merged_into is
  'The make that this name means. Old addresses and later imports with this name lead there. No merged make is merged into.';
comment on column makes.asked_at is 'When a seller or the catalog first named it.';
comment on column makes.revision is 'Counts decisions about the name, so that processes read it again.';
comment on column models.merged_into is 'As makes.merged_into. The model may be of another make.';
comment on column models.asked_at is 'As makes.asked_at.';
comment on column models.revision is 'As makes.revision.';

create or replace function guard_claimed_listing() returns trigger language plpgsql as $$
begin
  if exists (select 1 from sale_claims where listing_id = new.id) then
    if new.deleted_at is not null and old.deleted_at is null
      or (new.status <> old.status and not ((old.status, new.status) = ('active', 'sold') and exists (
        select 1 from sale_claims join payments on payments.id = payment_id
        where sale_claims.listing_id = new.id and payments.state = 'captured')))
      or (new.offer, new.price_cents, new.tax_rate, new.registration_fee_cents, new.year)
        is distinct from (old.offer, old.price_cents, old.tax_rate, old.registration_fee_cents, old.year)
      or ((new.make_id, new.model_id) is distinct from (old.make_id, old.model_id) and not exists (
        select 1 from models before join models after on after.id = coalesce(before.merged_into, before.id)
        where before.id = old.model_id and after.id = new.model_id and after.make_id = new.make_id))
      or (new.vin, new.mileage, new.mileage_unit, new.currency)
        is distinct from (old.vin, old.mileage, old.mileage_unit, old.currency)
    then
      raise exception 'listing % is claimed', new.id using errcode = 'CQ001';
    end if;
  end if;
  if exists (select 1 from rental_days where listing_id = new.id and day >= (now() at time zone 'UTC')::date) then
    if new.deleted_at is not null and old.deleted_at is null
      or new.offer <> old.offer
      or (new.status <> old.status and new.status not in ('active', 'paused', 'rented'))
    then
      raise exception 'listing % is rented', new.id using errcode = 'CQ001';
    end if;
  end if;
  return new;
end
$$;

comment on function guard_claimed_listing() is
  'Raises CQ001 if a car with a sale claim, or with rental days today or later, changes in a way its buyer did not agree to. Its '
  'model may follow a merge of names.';
