-- Parties and destinations that the operator watches, and the orders that a hit holds.

create table watch_entries (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('party', 'destination')),
  name text not null check (length(name) <= 200),
  aliases text[] not null default '{}',
  id_number text not null default '' check (length(id_number) <= 60),
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  reason text not null check (length(reason) between 1 and 500),
  added_by bigint not null references admins (id),
  added_at timestamptz not null default now(),
  removed_by bigint references admins (id),
  removed_at timestamptz,
  check ((removed_by is null) = (removed_at is null)),
  check (case kind when 'party' then name <> '' else country <> '' end)
);

comment on table watch_entries is 'Watched parties and blocked destinations. An entry is removed by a mark and never changes.';
comment on column watch_entries.country is 'Of a destination, what is blocked; of a party, a note.';

create function guard_watch_entry() returns trigger language plpgsql as $$
declare
  removal constant text[] := '{removed_by,removed_at}';
begin
  if old.removed_at is not null or to_jsonb(old) - removal <> to_jsonb(new) - removal then
    raise exception 'an entry never changes; it is removed once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function guard_watch_entry() is 'Refuses every change of an entry except to remove it once.';

create trigger watch_entries_are_guarded before update on watch_entries for each row execute function guard_watch_entry();
create trigger watch_entries_stay before delete or truncate on watch_entries for each statement execute function refuse_change();

comment on trigger watch_entries_are_guarded on watch_entries is 'Guards entries of the lists.';
comment on trigger watch_entries_stay on watch_entries is 'Refuses to delete or truncate entries.';

create table watch_hits (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  entry_id bigint not null references watch_entries (id),
  role text not null check (role in ('buyer', 'consignee', 'payer', 'destination')),
  pair_hash bytea not null check (octet_length(pair_hash) = 32),
  at timestamptz not null default now(),
  cleared_by bigint references admins (id),
  cleared_at timestamptz,
  clear_reason text check (length(clear_reason) between 1 and 500),
  check (num_nonnulls(cleared_by, cleared_at, clear_reason) in (0, 3)),
  unique (order_id, entry_id, pair_hash)
);

comment on table watch_hits is
  'Orders that a hit holds: money may come in, but nothing is completed, paid out, refunded or changed until a person clears it.';
comment on column watch_hits.pair_hash is
  'SHA-256 of the entry and the folded name. A cleared pair holds no other order.';

create index watch_hits_open on watch_hits (order_id) where cleared_at is null;
create index watch_hits_of_pair on watch_hits (entry_id, pair_hash) where cleared_at is not null;

create function guard_watch_hit() returns trigger language plpgsql as $$
declare
  clearing constant text[] := '{cleared_by,cleared_at,clear_reason}';
begin
  if old.cleared_at is not null or to_jsonb(old) - clearing <> to_jsonb(new) - clearing then
    raise exception 'a hold never changes; it is cleared once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function guard_watch_hit() is 'Refuses every change of a hold except to clear it once.';

create trigger watch_hits_are_guarded before update on watch_hits for each row execute function guard_watch_hit();
create trigger watch_hits_stay before delete or truncate on watch_hits for each statement execute function refuse_change();

comment on trigger watch_hits_are_guarded on watch_hits is 'Guards holds of orders.';
comment on trigger watch_hits_stay on watch_hits is 'Refuses to delete or truncate holds.';

create table order_screenings (
  order_id bigint primary key references orders (id),
  up_to bigint not null,
  at timestamptz not null default now()
);

comment on table order_screenings is 'Up to which entry of the lists an order was checked. New entries check live orders again.';
