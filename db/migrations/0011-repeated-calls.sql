-- Answers to calls that carried an Idempotency-Key, so that sending one again has no second effect.
create table repeated_calls (
  -- Who calls what: a key means nothing to another person or another call.
  scope text not null check (length(scope) <= 200),
  key text not null check (length(key) <= 200),
  body_hash bytea not null,
  -- Null while the first call runs.
  answer text,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index repeated_calls_by_age on repeated_calls (created_at);
