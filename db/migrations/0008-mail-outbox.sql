-- Mails on their way out. A mail is put here in the transaction of the change it tells of, and leaves once that is committed.
create table mail_outbox (
  id bigint generated always as identity primary key,
  -- The left half of the Message-ID: a mail that is sent again after a crash is known by it as the same one.
  uuid uuid not null default gen_random_uuid(),
  to_address text not null check (length(to_address) <= 254),
  reply_to text check (length(reply_to) <= 254),
  subject text not null check (length(subject) <= 300),
  text text not null,
  html text not null,
  created_at timestamptz not null default now(),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- The lease of the worker that has the mail in hand.
  locked_until timestamptz,
  last_error text check (length(last_error) <= 200),
  sent_at timestamptz,
  failed_at timestamptz,
  check (sent_at is null or failed_at is null),
  -- A mail may hold a link that works once; what has left is not kept.
  check (sent_at is null or (text = '' and html = ''))
);
create index mail_outbox_due on mail_outbox (next_attempt_at) where sent_at is null and failed_at is null;
create index mail_outbox_finished on mail_outbox (coalesce(sent_at, failed_at)) where coalesce(sent_at, failed_at) is not null;
