-- What every feature uses: the audit log, seals, the mail outbox, rate limits and idempotency keys.

create extension if not exists pg_trgm;

comment on table schema_migrations is 'The migrations that ran here, with the checksums of their files.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

comment on function refuse_change() is 'Refuses the statement, so that a table only ever grows.';

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

comment on table audit_log is 'Who did what to which record. Append-only, and sealed.';

create index audit_newest on audit_log (at desc, id desc);
create index audit_of_action on audit_log (action, at desc, id desc);
create index audit_of_subject on audit_log (subject_kind, subject_id, id desc);
create index audit_of_actor on audit_log (actor_kind, actor_id, id desc);

create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_is_never_emptied before truncate on audit_log
  for each statement execute function refuse_change();

comment on trigger audit_log_is_append_only on audit_log is 'Refuses to change or delete entries.';
comment on trigger audit_log_is_never_emptied on audit_log is 'Refuses to truncate the log.';

create table seals (
  chain text not null check (length(chain) <= 40),
  up_to bigint not null,
  follows bigint check (follows < up_to),
  row_count integer not null check (row_count > 0),
  digest bytea not null check (octet_length(digest) = 32),
  sealed_at timestamptz not null default now(),
  primary key (chain, up_to),
  -- A chain has one beginning and never forks.
  unique nulls not distinct (chain, follows),
  foreign key (chain, follows) references seals (chain, up_to)
);

comment on table seals is
  'Chained digests over the append-only logs. They reveal a change made while the triggers of a log were disabled.';
comment on column seals.chain is 'The name of the log.';
comment on column seals.up_to is 'The last id of the log that this seal covers.';
comment on column seals.follows is 'The up_to of the previous seal; null for the first.';
comment on column seals.digest is 'SHA-256 of the previous digest, the columns of this seal and every row it covers.';

create trigger seals_stay before update or delete or truncate on seals
  for each statement execute function refuse_change();

comment on trigger seals_stay on seals is 'Refuses to change, delete or truncate seals.';

create table mail_outbox (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid(),
  to_address text not null check (length(to_address) <= 254),
  reply_to text check (length(reply_to) <= 254),
  subject text not null check (length(subject) <= 300),
  text text not null,
  html text not null,
  attachment jsonb check (length(attachment::text) <= 500),
  unsubscribe_url text check (length(unsubscribe_url) <= 500),
  created_at timestamptz not null default now(),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  locked_until timestamptz,
  last_error text check (length(last_error) <= 200),
  sent_at timestamptz,
  failed_at timestamptz,
  check (sent_at is null or failed_at is null),
  -- An email may contain a single-use link, so its body is erased once it is sent.
  check (sent_at is null or (text = '' and html = '')),
  constraint sent_without_attachment check (sent_at is null or attachment is null)
);

comment on table mail_outbox is
  'Emails to send. Each is inserted in the transaction of the change that it reports, and sent after the commit.';
comment on column mail_outbox.uuid is
  'The left half of the Message-ID, which stays the same when an email is sent again after a crash.';
comment on column mail_outbox.attachment is
  'Names a document that is generated when the email is sent, so that the outbox stores no files.';
comment on column mail_outbox.locked_until is 'When the lease of the worker that is sending this email ends.';

create index mail_outbox_due on mail_outbox (next_attempt_at) where sent_at is null and failed_at is null;
create index mail_outbox_finished on mail_outbox (coalesce(sent_at, failed_at))
  where coalesce(sent_at, failed_at) is not null;

create table request_counts (
  subject text not null check (length(subject) <= 200),
  began_at timestamptz not null,
  hits integer not null,
  primary key (subject, began_at)
);

comment on table request_counts is
  'Rate limits: how often a client made a limited call within a period. Rows of past periods are deleted.';
comment on column request_counts.subject is 'The limit and the client.';

create index request_counts_by_age on request_counts (began_at);

create table repeated_calls (
  scope text not null check (length(scope) <= 200),
  key text not null check (length(key) <= 200),
  body_hash bytea not null,
  answer text,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);

comment on table repeated_calls is
  'Responses to calls with an Idempotency-Key, so that a repeated call has no second effect.';
comment on column repeated_calls.scope is
  'The caller and the call: the same key of another caller, or for another call, is another key.';
comment on column repeated_calls.answer is 'Null while the first call runs.';

create index repeated_calls_by_age on repeated_calls (created_at);
