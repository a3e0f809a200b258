-- Dealers' tables that are imported in the background, and what was said about them.

create table stock_imports (
  id bigint generated always as identity primary key,
  seller_id bigint not null references users (id),
  created_by bigint not null references admins (id),
  filename text not null check (length(filename) <= 200),
  content bytea check (octet_length(content) between 1 and 20971520),
  mapping jsonb not null default '{}' check (jsonb_typeof(mapping) = 'object' and length(mapping::text) <= 60000),
  reading jsonb not null check (jsonb_typeof(reading) = 'object'),
  offer text not null check (offer in ('Sell', 'Rent')),
  listing_status text not null check (listing_status in ('requested', 'active')),
  new_makes boolean not null,
  state text not null default 'open' check (state in ('open', 'waiting', 'running', 'checked', 'imported', 'failed', 'canceled')),
  is_dry_run boolean not null default true,
  attempt integer not null default 0,
  leased_until timestamptz,
  total_rows integer not null check (total_rows >= 0),
  done_rows integer not null default 0 check (done_rows >= 0),
  counts jsonb not null default '{}' check (jsonb_typeof(counts) = 'object'),
  problem text check (length(problem) <= 4000),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check (content is not null or state in ('imported', 'failed', 'canceled', 'open', 'checked')),
  check ((leased_until is not null) = (state = 'running')),
  check ((ended_at is not null) = (state in ('checked', 'imported', 'failed', 'canceled')))
);

create index stock_imports_of_seller on stock_imports (seller_id, id);
create index stock_imports_to_do on stock_imports (id) where state in ('waiting', 'running');

comment on table stock_imports is
  'Tables of cars that dealers sent. A worker imports them in batches. Each batch, its counts and its problems commit together, so an import '
  'that was interrupted goes on with the next row.';
comment on column stock_imports.content is 'The file. Deleted when its cars are imported, and after 7 days.';
comment on column stock_imports.mapping is 'What was said about columns, units and dates, as in a mapping file.';
comment on column stock_imports.reading is 'How the file was read, the columns that were recognized, and the questions that are open.';
comment on column stock_imports.attempt is 'Counts the runs. A worker whose run was taken over or canceled writes nothing more.';
comment on column stock_imports.leased_until is 'Another worker takes the import over after this.';
comment on column stock_imports.done_rows is 'The rows of the file that the run has written, from the first one.';

create table stock_import_problems (
  import_id bigint not null references stock_imports (id) on delete cascade,
  line integer not null check (line >= 1),
  place integer not null check (place >= 0),
  kind text not null check (kind in ('rejected', 'warning', 'left out')),
  column_name text not null check (length(column_name) <= 500),
  value text not null check (length(value) <= 500),
  reason text not null check (length(reason) <= 1000),
  primary key (import_id, line, place)
);

comment on table stock_import_problems is 'Rows of a stock import that were rejected or left out, and cells that were not read.';
comment on column stock_import_problems.line is 'The row of the file; the first one is 1.';

create table stock_answers (
  seller_id bigint not null references users (id),
  header_key bytea not null check (octet_length(header_key) = 32),
  answers jsonb not null check (jsonb_typeof(answers) = 'object' and length(answers::text) <= 60000),
  updated_at timestamptz not null default now(),
  primary key (seller_id, header_key)
);

comment on table stock_answers is
  'What was said about the columns, units and dates of a dealer''s tables. Tables with the same names of columns are read like it. '
  'Rates and facts that all cars of one file share are not kept.';
comment on column stock_answers.header_key is 'SHA-256 of the names of the columns.';
