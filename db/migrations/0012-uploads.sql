-- What users uploaded: photos of cars, and reports. Their files lie in the file store, named by what is in them, so two users
-- who send the same picture share its files.
create table uploads (
  user_id bigint not null references users (id),
  key text not null check (key ~ '^(photo|report)-[0-9a-f]{32}$'),
  -- Of photos.
  width integer check (width > 0),
  height integer check (height > 0),
  placeholder text check (length(placeholder) <= 400),
  -- Of the file as it was sent: the same photo under two cars shows here.
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now(),
  -- Null while its files are on their way into the store: the row comes first, so that no file is ever without one.
  stored_at timestamptz,
  last_used_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index uploads_by_key on uploads (key);
create index uploads_by_use on uploads (last_used_at);

-- Beside image_keys, in the same order; '' for a picture without one. Kept here too, so that lists need no second query.
alter table listings add column image_placeholders text[] not null default '{}' check (cardinality(image_placeholders) <= 20);
