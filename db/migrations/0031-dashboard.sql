-- The dashboard counts what was new in the last weeks, without reading everything that there ever was.
create index listings_by_day on listings (posted_at) where deleted_at is null;
create index users_by_day on users (created_at) where deleted_at is null;
