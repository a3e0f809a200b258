-- Who is logged in, which mailed links still work, which browsers an account knows, and who did what.

alter table users add column pending_email text check (length(pending_email) <= 254);

-- Only the hash of a session's secret is stored: a stolen copy of this table opens nothing.
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
create index sessions_of_user on sessions (user_id, last_seen_at desc);
create index sessions_by_age on sessions (last_seen_at);

-- One link of each purpose works at a time: a newer one replaces it.
create table account_links (
  user_id bigint not null references users (id),
  purpose text not null check (purpose in ('confirm', 'reset', 'change-email')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The address that the link was sent to.
  email text not null check (length(email) <= 254),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);

-- Browsers that have logged in to an account before: the limits that a flood from elsewhere trips do not hold them up.
create table known_devices (
  token_hash bytea not null check (octet_length(token_hash) = 32),
  user_id bigint not null references users (id),
  last_used_at timestamptz not null default now(),
  primary key (token_hash, user_id)
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('visitor', 'user', 'admin', 'system')),
  actor_id bigint,
  action text not null check (length(action) <= 60),
  subject_kind text check (length(subject_kind) <= 40),
  subject_id bigint,
  ip text check (length(ip) <= 60),
  request_id text check (length(request_id) <= 60),
  details jsonb not null default '{}'
);
create index audit_of_subject on audit_log (subject_kind, subject_id, id desc);
create index audit_of_actor on audit_log (actor_kind, actor_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_is_never_emptied before truncate on audit_log
  for each statement execute function refuse_change();
