-- A feed of changes of public cars. Each process keeps an index of these cars in memory and follows the feed.

create table listing_changes (
  pos bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  listing_id bigint not null,
  changed_at timestamptz not null default now()
);

create index listing_changes_by_transaction on listing_changes (xid);

comment on table listing_changes is
  'Public cars that changed, became public or are public no longer, in the last ten minutes.';
comment on column listing_changes.xid is
  'The transaction that made the change. A reader finds what its last snapshot did not see, so it misses no late commit.';

-- As in 010, with the feed.
create or replace function note_listing_change() returns trigger language plpgsql as $$
begin
  perform nextval('stock_version');
  if tg_op <> 'INSERT' then
    insert into listing_count_changes (offer, make_id, model_id, car_type, year, price_band, cars)
    select offer, make_id, model_id, coalesce(car_type, 'none'), year, listing_price_band(price_cents), -1
    from before_rows where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null;
    insert into listing_changes (listing_id)
    select id from before_rows where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into listing_count_changes (offer, make_id, model_id, car_type, year, price_band, cars)
    select offer, make_id, model_id, coalesce(car_type, 'none'), year, listing_price_band(price_cents), 1
    from after_rows where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null;
    insert into listing_changes (listing_id)
    select id from after_rows where (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null;
  end if;
  return null;
end
$$;

comment on function note_listing_change() is
  'Advances stock_version, and records which public cars the statement changed and how it changed their number.';

create or replace function note_reservation() returns trigger language plpgsql as $$
begin
  perform nextval('stock_version');
  if tg_op = 'INSERT' then
    insert into listing_changes (listing_id) select distinct listing_id from after_rows;
  else
    insert into listing_changes (listing_id) select distinct listing_id from before_rows;
  end if;
  return null;
end
$$;

comment on function note_reservation() is 'Advances stock_version and records the cars of the reservations in the feed.';

drop trigger sale_claim_noted on sale_claims;
create trigger sale_claim_added after insert on sale_claims
  referencing new table as after_rows for each statement execute function note_reservation();
create trigger sale_claim_removed after delete on sale_claims
  referencing old table as before_rows for each statement execute function note_reservation();
drop trigger rental_days_noted on rental_days;
create trigger rental_days_added after insert on rental_days
  referencing new table as after_rows for each statement execute function note_reservation();
create trigger rental_days_removed after delete on rental_days
  referencing old table as before_rows for each statement execute function note_reservation();

comment on trigger sale_claim_added on sale_claims is 'Lists show that the car is reserved.';
comment on trigger sale_claim_removed on sale_claims is 'Lists show that the car is free again.';
comment on trigger rental_days_added on rental_days is 'Lists show from when a rented car is free.';
comment on trigger rental_days_removed on rental_days is 'Lists show from when a rented car is free.';

create function note_hold() returns trigger language plpgsql as $$
begin
  perform nextval('stock_version');
  insert into listing_changes (listing_id) values (new.listing_id);
  return null;
end
$$;

comment on function note_hold() is 'Advances stock_version and records the car of a payment in the feed.';

create trigger hold_changed after update of state, expires_at on payments
  for each row when (new.listing_id is not null and new.offer = 'Sell'
    and (new.state, new.expires_at) is distinct from (old.state, old.expires_at))
  execute function note_hold();

comment on trigger hold_changed on payments is 'Lists show until when a payment holds a car.';
