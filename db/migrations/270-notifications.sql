-- What the site tells a person: in a list on the site, by email or by web push, as the person chose.

create table notification_people (
  id bigint generated always as identity primary key,
  user_id bigint unique references users (id) on delete cascade,
  email text,
  email_key text unique,
  confirm_hash bytea unique,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  key uuid not null unique default gen_random_uuid(),
  zone text not null default 'UTC',
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  digest_at smallint not null default 480 check (digest_at between 0 and 1439),
  emailed_at timestamptz,
  check ((user_id is null) = (email is not null)),
  check ((email is null) = (email_key is null)),
  check ((quiet_from is null) = (quiet_to is null)),
  check (quiet_from is distinct from quiet_to or quiet_from is null)
);
create index notification_people_unconfirmed on notification_people (asked_at) where user_id is null and confirmed_at is null;

comment on table notification_people is
  'Who gets notifications: a user, or an email address without an account whose owner confirmed it.';
comment on column notification_people.email is 'Of a person without an account. A user has the address of the account.';
comment on column notification_people.confirm_hash is 'Hash of the secret in the confirmation link.';
comment on column notification_people.confirmed_at is 'Null until the owner of the address opens the confirmation link. A user needs no link.';
comment on column notification_people.key is
  'Secret of links in emails. It stops emails; without an account it also shows, changes and deletes saved searches.';
comment on column notification_people.zone is 'IANA time zone of the quiet hours and of the daily email.';
comment on column notification_people.quiet_from is 'Minutes after midnight. Emails and pushes wait between quiet_from and quiet_to; null: no quiet hours.';
comment on column notification_people.digest_at is 'Minutes after midnight at which the daily email leaves.';
comment on column notification_people.emailed_at is 'When the last email was queued. The first one explains how to stop.';

create table notification_choices (
  person_id bigint not null references notification_people (id) on delete cascade,
  kind text not null,
  in_app boolean not null,
  email text not null check (email in ('now', 'digest', 'off')),
  push boolean not null,
  primary key (person_id, kind)
);

comment on table notification_choices is 'Where a person wants a kind of notification. Without a row, the defaults of the kind count.';

create table notification_mutes (
  person_id bigint not null references notification_people (id) on delete cascade,
  topic text not null,
  at timestamptz not null default now(),
  primary key (person_id, topic)
);

comment on table notification_mutes is 'Topics, such as one saved search, of which a person wants no email and no push.';

create table notifications (
  id bigint generated always as identity primary key,
  person_id bigint not null references notification_people (id) on delete cascade,
  kind text not null,
  facts jsonb not null,
  topic text,
  once text,
  at timestamptz not null,
  in_app boolean not null,
  seen_at timestamptz,
  email_at timestamptz,
  emailed_at timestamptz,
  push_at timestamptz,
  pushed_at timestamptz
);
create unique index notifications_once on notifications (person_id, once) where once is not null;
create index notifications_of_person on notifications (person_id, id);
create index notifications_to_email on notifications (person_id, email_at) where email_at is not null;
create index notifications_to_push on notifications (push_at) where push_at is not null;
create index notifications_by_time on notifications using brin (at);

comment on table notifications is 'What a person is notified of. Rows are deleted after the period of the retention schedule.';
comment on column notifications.facts is 'Names, numbers and addresses for the text, in the shape of the kind.';
comment on column notifications.topic is 'What a link in the email mutes, such as one saved search.';
comment on column notifications.once is 'The event. The same event does not notify a person twice.';
comment on column notifications.in_app is 'Whether the list on the site has it. If not, it is only emailed or pushed.';
comment on column notifications.email_at is 'When an email with it is due; null: none, or it was queued.';
comment on column notifications.push_at is 'When a push is due; null: none, or it was sent.';

create table push_subscriptions (
  id bigint generated always as identity primary key,
  person_id bigint not null references notification_people (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  failures smallint not null default 0
);
create index push_subscriptions_of_person on push_subscriptions (person_id);

comment on table push_subscriptions is 'Browsers that show notifications of a person. A subscription that its push service has ended is deleted.';
comment on column push_subscriptions.endpoint is 'Address at the push service of the browser.';
comment on column push_subscriptions.p256dh is 'Public key of the browser, in base64url. Only the browser can decrypt a push.';
comment on column push_subscriptions.failures is 'Failed deliveries in a row.';

create table push_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now()
);

comment on table push_keys is
  'The key pair with which the site identifies itself to push services (VAPID), generated at the first use. Browsers subscribe to the public key.';
