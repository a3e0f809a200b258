-- Proof of the password by session, undo of address changes, two-factor for users, and encrypted secrets.

-- Sessions from before this migration count as not proved.
alter table sessions add column proved_at timestamptz not null default '-infinity';
alter table sessions alter column proved_at set default now();

comment on column sessions.proved_at is
  'When this session last proved the password. Sensitive changes need the password or a recent proof.';

create table email_undos (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  email text not null check (length(email) <= 254),
  email_key text not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

comment on table email_undos is
  'Links that restore the previous address of an account. Until a link expires, no other account can take its address.';
comment on column email_undos.email is 'The address that the change replaces, to which the link was sent.';
comment on column email_undos.email_key is 'The address as it is compared: NFKC, lower case.';

create index email_undos_of_user on email_undos (user_id);
create index email_undos_of_address on email_undos (email_key);

create table user_second_factors (
  user_id bigint primary key references users (id),
  secret text not null constraint secret_is_encrypted check (secret like 'v1.%'),
  begun_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step bigint not null default 0
);

comment on table user_second_factors is 'Secrets of the authenticator apps of users (TOTP).';
comment on column user_second_factors.secret is 'Encrypted (AES-256-GCM). Not hashed, because codes are computed from it.';
comment on column user_second_factors.confirmed_at is
  'Null until a first code proves that the app has the secret. From then on a login needs a code.';
comment on column user_second_factors.last_step is
  'The time step of the last accepted code. This code and older ones are refused.';

create table user_recovery_codes (
  user_id bigint not null references users (id),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);

comment on table user_recovery_codes is
  'Unused recovery codes for users without their phone. A code is deleted when it is used.';

-- The next start encrypts existing secrets, which are 32 characters long.
alter table admin_second_factors
  drop constraint admin_second_factors_secret_check,
  add constraint secret_is_encrypted check (secret like 'v1.%' or length(secret) = 32);

comment on column admin_second_factors.secret is 'Encrypted (AES-256-GCM). Not hashed, because codes are computed from it.';
