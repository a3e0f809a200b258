-- People who read the public API with a program get a key with a budget of reads of its own.

create table api_keys (
  id integer generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  beginning text not null check (length(beginning) = 7),
  hash bytea not null unique check (length(hash) = 32),
  created_at timestamptz not null default now(),
  last_used_on date,
  revoked_at timestamptz
);
create index api_keys_of_user on api_keys (user_id);

comment on table api_keys is
  'Keys with which programs of a user read the public API. A key logs nobody in: it only counts reads apart from those of its network.';
comment on column api_keys.beginning is 'The first characters of the key, by which its owner recognizes it.';
comment on column api_keys.hash is 'SHA-256 of the key. The key has 256 random bits, so a slow hash would protect nothing.';
comment on column api_keys.last_used_on is 'Day in UTC.';
comment on column api_keys.revoked_at is 'A revoked key is refused. It stays in the list for its owner.';
