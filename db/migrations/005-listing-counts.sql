-- How many public cars there are for any mix of make or model, type, year and price band, without counting cars.

create table listing_counts (
  offer text not null,
  subject integer not null,
  car_type text not null,
  year smallint not null,
  price_band smallint not null,
  cars integer not null,
  primary key (offer, subject, car_type, year, price_band) include (cars)
);

comment on table listing_counts is 'The number of public cars per combination of filters.';
comment on column listing_counts.subject is '0 for every car, the id of a make, or the negative id of a model.';
comment on column listing_counts.car_type is 'Empty for all types; none for cars without a type.';
comment on column listing_counts.year is '0 for all years.';
comment on column listing_counts.price_band is
  '-1 for every price, 2k for exactly k thousand dollars, 2k + 1 for between k and k + 1 thousand, 200 for 100,000 and more.';

create table listing_count_changes (
  id bigint generated always as identity primary key,
  offer text not null,
  make_id integer not null,
  model_id integer not null,
  car_type text not null,
  year smallint not null,
  price_band smallint not null,
  cars smallint not null
);

comment on table listing_count_changes is
  'Changes not yet added to listing_counts. Writers only insert here, so two of them never wait for the same counter.';

create function listing_price_band(price_cents bigint) returns smallint language sql immutable parallel safe as $$
  select case
    when price_cents >= 10000000 then 200
    else 2 * (price_cents / 100000) + case when price_cents % 100000 = 0 then 0 else 1 end
  end::smallint
$$;

comment on function listing_price_band(bigint) is 'The band of a price, see listing_counts.price_band.';

create sequence stock_version;

comment on sequence stock_version is 'Advances with every change of listings. Caches of lists are valid for one version.';

create function note_listing_change() returns trigger language plpgsql as $$
begin
  perform nextval('stock_version');
  if tg_op <> 'INSERT' then
    insert into listing_count_changes (offer, make_id, model_id, car_type, year, price_band, cars)
    select offer, make_id, model_id, coalesce(car_type, 'none'), year, listing_price_band(price_cents), -1
    from before_rows where status = 'active' and deleted_at is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into listing_count_changes (offer, make_id, model_id, car_type, year, price_band, cars)
    select offer, make_id, model_id, coalesce(car_type, 'none'), year, listing_price_band(price_cents), 1
    from after_rows where status = 'active' and deleted_at is null;
  end if;
  return null;
end
$$;

comment on function note_listing_change() is
  'Advances stock_version and records what the statement changed in the number of public cars.';

create trigger listing_inserted after insert on listings
  referencing new table as after_rows for each statement execute function note_listing_change();
create trigger listing_updated after update on listings
  referencing old table as before_rows new table as after_rows for each statement execute function note_listing_change();
create trigger listing_deleted after delete on listings
  referencing old table as before_rows for each statement execute function note_listing_change();

comment on trigger listing_inserted on listings is 'Counts inserted public cars, and invalidates the caches of lists.';
comment on trigger listing_updated on listings is
  'Counts public cars in and out when they change, and invalidates the caches of lists.';
comment on trigger listing_deleted on listings is 'Subtracts deleted public cars, and invalidates the caches of lists.';

create function fold_listing_counts() returns integer language plpgsql as $$
declare
  folded integer;
begin
  with taken as (
    delete from listing_count_changes
    where id in (select id from listing_count_changes order by id limit 200000 for update skip locked)
    returning *
  ), cells as (
    select offer, subject, type.value as car_type, years.value as year, bands.value as price_band, sum(taken.cars)::integer as cars
    from taken
    cross join lateral (values (0), (make_id), (-model_id)) as subjects (subject)
    cross join lateral (values (''), (taken.car_type)) as type (value)
    cross join lateral (values (0::smallint), (taken.year)) as years (value)
    cross join lateral (values (-1::smallint), (taken.price_band)) as bands (value)
    group by 1, 2, 3, 4, 5
  ), folding as (
    insert into listing_counts as counts (offer, subject, car_type, year, price_band, cars)
    select * from cells where cars <> 0 order by 1, 2, 3, 4, 5
    on conflict (offer, subject, car_type, year, price_band) do update set cars = counts.cars + excluded.cars
    returning 1
  )
  select count(*) into folded from taken;
  return folded;
end
$$;

comment on function fold_listing_counts() is
  'Adds waiting changes to listing_counts and returns how many. Several processes may run it at once: each takes its own rows.';
