-- step by step
-- Who of the office looks after a contact message, and what it answered.

alter table contact_messages
  add column if not exists taken_by bigint references admins (id),
  add column if not exists done_at timestamptz;
comment on column contact_messages.taken_by is 'Who of the office looks after it; null while nobody does.';
comment on column contact_messages.done_at is 'When it was answered, or set aside without an answer; null while it is open.';

create table if not exists contact_replies (
  id bigint generated always as identity primary key,
  message_id bigint not null references contact_messages (id) on delete cascade,
  admin_id bigint not null references admins (id),
  text text not null check (length(text) between 1 and 5000),
  created_at timestamptz not null default now()
);
comment on table contact_replies is 'What the office answered to contact messages. They are deleted with the message.';

create index if not exists contact_replies_of_message on contact_replies (message_id, id);
drop index concurrently if exists contact_messages_open;
create index concurrently contact_messages_open on contact_messages (id desc) where done_at is null;
