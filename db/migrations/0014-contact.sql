-- What people write to us by the contact form; read in the back office.
create table contact_messages (
  id bigint generated always as identity primary key,
  from_name text not null check (length(from_name) <= 120),
  from_email text not null check (length(from_email) <= 254),
  subject text not null check (length(subject) <= 200),
  message text not null check (length(message) <= 5000),
  created_at timestamptz not null default now(),
  -- When the sending service is to be handed the message, for the first time or again; null when nothing is to be done.
  forward_at timestamptz,
  forward_attempts smallint not null default 0
);
create index contact_messages_newest on contact_messages (created_at desc, id desc);
create index contact_messages_to_forward on contact_messages (forward_at) where forward_at is not null;
