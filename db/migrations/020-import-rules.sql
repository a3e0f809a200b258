-- Import rules, charges and prices of the journey as rows that are published by two people and never edited.

create table import_rule_versions (
  version integer primary key check (version > 0),
  reason text not null check (length(reason) between 1 and 500),
  proposed_by bigint references admins (id),
  approved_by bigint references admins (id),
  published_at timestamptz not null default now(),
  constraint two_people_or_seed check (
    case when proposed_by is null then approved_by is null and reason = 'seed'
    else approved_by is not null and approved_by <> proposed_by end
  )
);

comment on table import_rule_versions is
  'Versions of the import rules. Each publication adds one; quotes name the version that they were made with.';
comment on column import_rule_versions.proposed_by is 'Null for rows that the project ships, which have the reason seed.';

create trigger import_rule_versions_stay before update or delete or truncate on import_rule_versions
  for each statement execute function refuse_change();

comment on trigger import_rule_versions_stay on import_rule_versions is 'Refuses to change, delete or truncate versions.';

create table import_rule_rows (
  list text not null check (
    list in ('countries', 'sources', 'rules', 'charges', 'tables', 'baseUnits', 'freight', 'insurance', 'rates')
  ),
  id text not null check (id ~ '^[A-Za-z0-9][A-Za-z0-9.-]{0,79}$'),
  record jsonb not null check (jsonb_typeof(record) = 'object'),
  version integer not null references import_rule_versions (version),
  country text generated always as (record ->> 'country') stored,
  valid_from text generated always as (nullif(record ->> 'from', '')) stored,
  valid_to text generated always as (nullif(record ->> 'to', '')) stored,
  source_ids text[] generated always as (string_to_array(nullif(record ->> 'sources', ''), ' ')) stored,
  confidence text generated always as (record ->> 'confidence') stored,
  checked_on text generated always as (coalesce(record ->> 'checked', record ->> 'seen', record ->> 'date')) stored,
  supersedes text generated always as (nullif(record ->> 'supersedes', '')) stored,
  primary key (list, id)
);

comment on table import_rule_rows is
  'Published rows. A correction is a new row that names the old one in supersedes; validity and source are part of each row.';
comment on column import_rule_rows.record is 'The cells of the row by the names of the columns of its CSV file, as text.';
comment on column import_rule_rows.checked_on is 'YYYY-MM-DD on which a person last compared the row with its source.';

create unique index import_rule_rows_superseded on import_rule_rows (list, supersedes) where supersedes is not null;
create index import_rule_rows_of_version on import_rule_rows (version);

create trigger import_rule_rows_stay before update or delete or truncate on import_rule_rows
  for each statement execute function refuse_change();

comment on trigger import_rule_rows_stay on import_rule_rows is 'Refuses to change, delete or truncate published rows.';

create table import_rule_drafts (
  id bigint generated always as identity primary key,
  list text not null,
  row_id text not null check (row_id ~ '^[A-Za-z0-9][A-Za-z0-9.-]{0,79}$'),
  record jsonb not null check (jsonb_typeof(record) = 'object'),
  version integer not null default 1,
  saved_by bigint not null references admins (id),
  saved_at timestamptz not null default now(),
  unique (list, row_id)
);

comment on table import_rule_drafts is 'Rows that are not published. The public calls do not read them.';
comment on column import_rule_drafts.version is 'Counts the edits, so that one of two concurrent edits is refused.';

create table import_mistakes (
  id bigint generated always as identity primary key,
  country text not null check (country ~ '^[A-Z]{2}$'),
  rule_id text check (length(rule_id) <= 80),
  listing_id bigint references listings (id) on delete set null,
  message text not null check (length(message) between 1 and 2000),
  contact text check (length(contact) <= 254),
  reported_at timestamptz not null default now(),
  done_at timestamptz,
  done_by bigint references admins (id),
  check ((done_at is null) = (done_by is null))
);

comment on table import_mistakes is 'Mistakes in the import rules that visitors reported.';
comment on column import_mistakes.contact is 'How to reach the visitor; null if not given.';

create index import_mistakes_open on import_mistakes (id desc) where done_at is null;
create index import_mistakes_of_listing on import_mistakes (listing_id) where listing_id is not null;
