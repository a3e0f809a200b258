-- Contact messages and newsletter subscriptions.

create table contact_messages (
  id bigint generated always as identity primary key,
  from_name text not null check (length(from_name) <= 120),
  from_email text not null check (length(from_email) <= 254),
  subject text not null check (length(subject) <= 200),
  message text not null check (length(message) <= 5000),
  created_at timestamptz not null default now(),
  forward_at timestamptz,
  forward_attempts smallint not null default 0
);

comment on table contact_messages is 'Messages from the contact form, which the back office reads.';
comment on column contact_messages.forward_at is
  'When to send the message to the external sending service, first or again; null when there is nothing to send.';

create index contact_messages_newest on contact_messages (created_at desc, id desc);
create index contact_messages_to_forward on contact_messages (forward_at) where forward_at is not null;
create index contact_messages_by_words on contact_messages
  using gin (lower(from_name || ' ' || from_email || ' ' || subject || ' ' || message) gin_trgm_ops);

create table newsletter_subscribers (
  id bigint generated always as identity primary key,
  email text not null check (length(email) <= 254),
  email_key text not null unique,
  confirm_hash bytea unique,
  confirmed_at timestamptz,
  unsubscribe_token uuid not null unique default gen_random_uuid(),
  asked_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

comment on table newsletter_subscribers is 'Newsletter addresses, confirmed or waiting for confirmation.';
comment on column newsletter_subscribers.confirm_hash is 'Hash of the secret in the confirmation link.';
comment on column newsletter_subscribers.confirmed_at is 'Null until the owner of the address opens the confirmation link.';
comment on column newsletter_subscribers.unsubscribe_token is
  'In every newsletter. Not hashed, because it can only end the subscription.';

create index newsletter_subscribers_unconfirmed on newsletter_subscribers (asked_at) where confirmed_at is null;
