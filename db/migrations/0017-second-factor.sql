-- Administrators may ask for a second factor: codes that an authenticator app makes of a shared secret and the time.
create table admin_second_factors (
  admin_id bigint primary key references admins (id),
  -- Base32. Codes are computed from it, so it cannot be a hash.
  secret text not null check (length(secret) = 32),
  begun_at timestamptz not null default now(),
  -- Null until a code has proved that the app holds the secret; a login asks for codes from then on.
  confirmed_at timestamptz,
  -- The step of time that the last code was for: neither it nor an older one counts again.
  last_step bigint not null default 0
);

-- For an administrator whose phone is lost; each opens the login once.
create table admin_recovery_codes (
  admin_id bigint not null references admins (id),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (admin_id, code_hash)
);
