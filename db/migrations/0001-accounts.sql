create table users (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) <= 254),
  -- The address as it is compared: NFKC, lower case.
  email_key text not null unique,
  mobile text check (length(mobile) <= 20),
  password_hash text not null,
  status text not null default 'Pending' check (status in ('Pending', 'Active', 'Inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_login_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1
);

create table admins (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) <= 254),
  email_key text not null unique,
  password_hash text not null,
  created_at timestamptz not null default now(),
  last_login_at timestamptz
);
