-- Saved searches: people are notified when cars newly match, cost less, are sold or are back on offer.

create table saved_searches (
  id bigint generated always as identity primary key,
  person_id bigint not null references notification_people (id) on delete cascade,
  query text not null check (length(query) <= 4000),
  seller_id bigint references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  rhythm text not null check (rhythm in ('at_once', 'daily', 'weekly')),
  created_at timestamptz not null default now(),
  due_at timestamptz check ((rhythm = 'at_once') = (due_at is null)),
  told_at timestamptz,
  told_batch bigint not null default 0,
  told_version bigint not null,
  counted integer not null,
  change_xid xid8 not null default pg_current_xact_id(),
  change_snapshot text not null default pg_current_snapshot()::text,
  unique (person_id, query)
);
create index saved_searches_due on saved_searches (due_at) where due_at is not null;
create index saved_searches_by_version on saved_searches (told_version) where query ~ '[?&]to=';
create index saved_searches_by_change on saved_searches (change_xid);

comment on table saved_searches is 'Lists of cars of which a person wants to know changes.';
comment on column saved_searches.query is 'The address of the list without page and order, as /CarExplore writes it.';
comment on column saved_searches.seller_id is 'The seller if the search is only that: the person follows the seller.';
comment on column saved_searches.rhythm is 'at_once: told from the feed of changes. daily, weekly: looked up when due.';
comment on column saved_searches.due_at is 'When a daily or weekly search is looked up next.';
comment on column saved_searches.told_at is 'When the person was last notified, or up to when a daily or weekly search was looked up.';
comment on column saved_searches.told_batch is 'The batch of search_matches up to which the person was notified.';
comment on column saved_searches.told_version is 'The version of the import rules up to which the person was notified of changed rules.';
comment on column saved_searches.counted is 'How many cars matched when they were last counted.';
comment on column saved_searches.change_xid is
  'The last transaction that changed what is searched or how often. The reader of changes finds what its last snapshot did not see.';
comment on column saved_searches.change_snapshot is
  'The snapshot of that transaction. The search is not told of changes of cars that were visible in it.';

create function search_changed() returns trigger language plpgsql as $$
begin
  new.change_xid := pg_current_xact_id();
  new.change_snapshot := pg_current_snapshot();
  return new;
end
$$;

comment on function search_changed() is 'Marks a saved search as changed by this transaction.';

create trigger search_changed before update of rhythm, query on saved_searches
  for each row execute function search_changed();

comment on trigger search_changed on saved_searches is 'The reader of changes loads the search again.';

create function address_confirmed() returns trigger language plpgsql as $$
begin
  update saved_searches set change_xid = pg_current_xact_id(), change_snapshot = pg_current_snapshot()::text
  where person_id = new.id;
  return null;
end
$$;

comment on function address_confirmed() is 'Marks the saved searches of a person as changed by this transaction.';

create trigger address_confirmed after update of confirmed_at on notification_people
  for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function address_confirmed();

comment on trigger address_confirmed on notification_people is 'Saved searches of an address start when it is confirmed.';

create table search_matches (
  search_id bigint not null,
  listing_id bigint not null,
  reason smallint not null,
  generation integer not null,
  batch bigint not null,
  at timestamptz not null default now(),
  primary key (search_id, listing_id, reason, generation)
);
create index search_matches_by_time on search_matches using brin (at);

comment on table search_matches is
  'Cars that saved searches found at once. The primary key holds that a search is told of each event once. Without foreign keys, because thousands of rows a second are added.';
comment on column search_matches.reason is '0: newly matches, 1: costs less, 2: sold, 3: back on offer.';
comment on column search_matches.generation is
  'How often the car was published, or for a lower price how often it was lowered. The same event in a later generation is another one.';
comment on column search_matches.batch is 'The transaction of the reader that added the row, counted in search_feed.';

create function delete_search_matches() returns trigger language plpgsql as $$
begin
  delete from search_matches where search_id in (select id from removed);
  return null;
end
$$;

comment on function delete_search_matches() is 'Deletes the matches of deleted searches.';

create trigger search_matches_deleted after delete on saved_searches
  referencing old table as removed for each statement execute function delete_search_matches();

comment on trigger search_matches_deleted on saved_searches is 'Matches have no foreign key to their search.';

create table searched_cars (
  listing_id bigint primary key,
  state text not null check (state in ('public', 'sold', 'away', 'review')),
  facts jsonb not null,
  told_cents bigint not null,
  was_cents bigint,
  generation integer not null default 1,
  drops integer not null default 0,
  is_held boolean not null,
  published_at timestamptz not null,
  dropped_at timestamptz
) with (fillfactor = 70);
create index searched_cars_published on searched_cars (published_at);
create index searched_cars_dropped on searched_cars (dropped_at) where dropped_at is not null;

comment on table searched_cars is
  'Each car as the reader of changes saw it last, to compare it with what it becomes. A process that is killed loses nothing.';
comment on column searched_cars.state is 'public: in public lists. review: a change waits for a moderator. away: paused, rejected or deleted.';
comment on column searched_cars.facts is 'What saved searches filter by, as of when the car was last public.';
comment on column searched_cars.told_cents is 'The lowest price that people were told, in cents. Only a price well below it is told.';
comment on column searched_cars.was_cents is 'The price before the last drop that was told, in cents.';
comment on column searched_cars.generation is 'How often the car was published after it had been sold or away.';
comment on column searched_cars.drops is 'How many price drops were told.';
comment on column searched_cars.is_held is 'Whether another buyer holds the car.';

create table search_feed (
  is_only boolean primary key default true check (is_only),
  holder uuid,
  held_until timestamptz,
  snapshot text,
  server text,
  looked_at timestamptz,
  batch bigint not null default 0,
  scanned_to bigint
);
insert into search_feed default values;

comment on table search_feed is 'The position of the reader of changes in the feed, and the process that reads.';
comment on column search_feed.holder is 'The process that reads, until held_until. Another one continues after that.';
comment on column search_feed.snapshot is 'Changes of transactions that this snapshot did not see are read next; null: no car was read yet.';
comment on column search_feed.server is 'When PostgreSQL was started. After a restart all cars are compared, because the feed may lack changes.';
comment on column search_feed.looked_at is 'When changes were last read. The feed does not have older ones than thirty minutes.';
comment on column search_feed.batch is 'Counts the transactions that added matches.';
comment on column search_feed.scanned_to is 'The last car of a comparison of all cars that is under way; null: none is.';

create index favourites_of_car on favourites (listing_id);
