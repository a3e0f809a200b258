-- How many public cars there are, for any mix of make or model, type, year and price, without counting cars.
--
-- subject: 0 = every car, a make's id, or the negative of a model's id. car_type '' and year 0 stand for all.
-- price_band: -1 for every price, 2k for exactly k thousand, 2k + 1 between k and k + 1 thousand, 200 for 100,000 or more.
create table listing_counts (
  offer text not null,
  subject integer not null,
  car_type text not null,
  year smallint not null,
  price_band smallint not null,
  cars integer not null,
  primary key (offer, subject, car_type, year, price_band) include (cars)
);

-- Changes wait here as plain inserts, so that two writers never wait for each other's counter; a worker folds them in.
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

create function listing_price_band(price_cents bigint) returns smallint language sql immutable parallel safe as $$
  select case
    when price_cents >= 10000000 then 200
    else 2 * (price_cents / 100000) + case when price_cents % 100000 = 0 then 0 else 1 end
  end::smallint
$$;

create sequence stock_version;

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

create trigger listing_inserted after insert on listings
  referencing new table as after_rows for each statement execute function note_listing_change();
create trigger listing_updated after update on listings
  referencing old table as before_rows new table as after_rows for each statement execute function note_listing_change();
create trigger listing_deleted after delete on listings
  referencing old table as before_rows for each statement execute function note_listing_change();

-- Folds the waiting changes into the counts. Safe to run from several processes: each takes its own rows.
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
