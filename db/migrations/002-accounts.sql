-- Users, administrators, their sessions, emailed links and second factors.

create table users (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) <= 254),
  email_key text not null unique,
  pending_email text check (length(pending_email) <= 254),
  mobile text check (length(mobile) <= 20),
  password_hash text not null,
  status text not null default 'Pending' check (status in ('Pending', 'Active', 'Inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_login_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1
);

comment on table users is 'Buyers and sellers. Deleted accounts keep their row.';
comment on column users.email_key is 'The address as it is compared: NFKC, lower case.';
comment on column users.pending_email is 'The new address, until its owner opens the link sent to it.';
comment on column users.status is 'Pending until the address is confirmed; Inactive users cannot log in.';

-- The back office finds users by any part of their name, address or number, and sorts them in four ways.
create index users_by_words on users using gin (lower(name || ' ' || email || ' ' || coalesce(mobile, '')) gin_trgm_ops)
  where deleted_at is null;
create index users_by_name on users (lower(name), id) where deleted_at is null;
create index users_by_login on users (last_login_at nulls first, id) where deleted_at is null;
create index users_by_status on users (status, id) where deleted_at is null;
create index users_by_day on users (created_at) where deleted_at is null;

create table admins (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) <= 254),
  email_key text not null unique,
  password_hash text not null,
  created_at timestamptz not null default now(),
  last_login_at timestamptz
);

comment on table admins is 'Administrators. No public call can create one.';
comment on column admins.email_key is 'The address as it is compared: NFKC, lower case.';

create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id bigint references users (id),
  admin_id bigint references admins (id),
  ip text not null check (length(ip) <= 60),
  user_agent text not null check (length(user_agent) <= 300),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  check ((user_id is null) <> (admin_id is null))
);

comment on table sessions is 'Who is logged in. Each session belongs to a user or to an administrator.';
comment on column sessions.token_hash is
  'Hash of the secret in the cookie: a stolen copy of this table cannot be used to log in.';

create index sessions_of_user on sessions (user_id, last_seen_at desc);
create index sessions_by_age on sessions (last_seen_at);

create function end_sessions_of_closed_account() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  return null;
end
$$;

comment on function end_sessions_of_closed_account() is 'Deletes all sessions of the user.';

create trigger closed_account_has_no_sessions after update of status, deleted_at on users
  for each row when (new.status = 'Inactive' or new.deleted_at is not null)
  execute function end_sessions_of_closed_account();

comment on trigger closed_account_has_no_sessions on users is
  'Ends all sessions of a user who becomes inactive or is deleted.';

create table account_links (
  user_id bigint not null references users (id),
  purpose text not null check (purpose in ('confirm', 'reset', 'change-email')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  email text not null check (length(email) <= 254),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);

comment on table account_links is 'Emailed links that work once. A newer link of the same purpose replaces the older one.';
comment on column account_links.email is 'The address the link was sent to.';

create table known_devices (
  token_hash bytea not null check (octet_length(token_hash) = 32),
  user_id bigint references users (id),
  admin_id bigint references admins (id),
  last_used_at timestamptz not null default now(),
  check ((user_id is null) <> (admin_id is null))
);

comment on table known_devices is
  'Browsers that have logged in to an account before. Login limits reached by attempts from elsewhere do not block them.';

create unique index known_devices_of_user on known_devices (user_id, token_hash);
create unique index known_devices_of_admin on known_devices (admin_id, token_hash);

create table admin_second_factors (
  admin_id bigint primary key references admins (id),
  secret text not null check (length(secret) = 32),
  begun_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step bigint not null default 0
);

comment on table admin_second_factors is 'Secrets of the authenticator apps of administrators (TOTP).';
comment on column admin_second_factors.secret is 'Base32. Not hashed, because codes are computed from it.';
comment on column admin_second_factors.confirmed_at is
  'Null until a first code proves that the app has the secret. From then on a login needs a code.';
comment on column admin_second_factors.last_step is
  'The time step of the last accepted code. This code and older ones are refused.';

create table admin_recovery_codes (
  admin_id bigint not null references admins (id),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (admin_id, code_hash)
);

comment on table admin_recovery_codes is
  'Unused recovery codes for administrators without their phone. A code is deleted when it is used.';
