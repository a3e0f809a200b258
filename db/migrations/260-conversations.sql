-- Buyers, sellers and the office write to each other: one thread per buyer and car, or per order.

create table threads (
  id bigint generated always as identity primary key,
  number text not null unique check (number ~ '^Q[23456789BCDFGHJKMNPQRSTVWXZ]{8}$'),
  listing_id bigint references listings (id),
  order_id bigint unique references orders (id),
  seller_id bigint references users (id),
  buyer_id bigint references users (id),
  guest_name text check (length(guest_name) between 1 and 100),
  guest_email text check (length(guest_email) between 3 and 254),
  guest_key text check (length(guest_key) between 3 and 254),
  created_at timestamptz not null default now(),
  last_message_id bigint not null default 0,
  buyer_seen bigint not null default 0,
  seller_seen bigint not null default 0,
  office_seen bigint not null default 0,
  waits_for text check (waits_for in ('buyer', 'seller', 'office')),
  waits_since timestamptz,
  nudge_at timestamptz,
  nudges smallint not null default 0 check (nudges between 0 and 2),
  buyer_mail_at timestamptz,
  seller_mail_at timestamptz,
  buyer_mailed bigint not null default 0,
  seller_mailed bigint not null default 0,
  assigned_to bigint references admins (id),
  needs_office text check (needs_office in ('silent', 'flagged', 'reported')),
  blocked_by text check (blocked_by in ('buyer', 'seller', 'office')),
  constraint one_buyer check ((buyer_id is null) = (guest_key is not null)),
  constraint whole_guest check ((guest_key is null) = (guest_email is null) and (guest_key is null) = (guest_name is null)),
  constraint two_people check (buyer_id <> seller_id),
  constraint waits_with_time check ((waits_for is null) = (waits_since is null)),
  constraint car_has_seller check (listing_id is null or seller_id is not null)
);

comment on table threads is 'A conversation of one buyer about one car or one order, or with the office alone (no seller). The buyer is a user or a guest with an email address.';
comment on column threads.number is 'In the subject of each email and the address of the page. Not a secret.';
comment on column threads.guest_key is 'The email address of a guest in the form in which addresses are compared.';
comment on column threads.last_message_id is 'The newest message that has been sent; 0 until a guest confirms the first one. The seller and the office see nothing before.';
comment on column threads.buyer_seen is 'The newest message that the buyer has seen; seller_seen and office_seen likewise.';
comment on column threads.waits_for is 'Who has to write next, and since when.';
comment on column threads.nudge_at is 'When a silent seller is reminded, then the office and the buyer told; null if nobody has to be.';
comment on column threads.buyer_mail_at is 'When unseen messages are emailed to the buyer; seller_mail_at likewise. A minute later than the first, so that several make one email.';
comment on column threads.buyer_mailed is 'The newest message that was emailed to the buyer; seller_mailed likewise.';
comment on column threads.needs_office is 'Why the office should look: the seller does not answer, messages had bank details again and again, or a party reported the thread.';
comment on column threads.blocked_by is 'Who ended the conversation. The other side can no longer write.';

create unique index threads_of_buyer_and_car on threads (buyer_id, listing_id) where buyer_id is not null and listing_id is not null and order_id is null;
create unique index threads_of_guest_and_car on threads (guest_key, listing_id) where guest_key is not null and listing_id is not null and order_id is null;
create index threads_of_buyer on threads (buyer_id, last_message_id desc) where buyer_id is not null;
create index threads_of_guest on threads (guest_key, last_message_id desc) where guest_key is not null;
create index threads_of_seller on threads (seller_id, last_message_id desc) where seller_id is not null;
create index threads_unread_by_seller on threads (seller_id) where seller_id is not null and last_message_id > seller_seen;
create index threads_of_listing on threads (listing_id) where listing_id is not null;
create index threads_for_office on threads (last_message_id desc) where needs_office is not null or waits_for = 'office';
create index threads_to_nudge on threads (nudge_at) where nudge_at is not null;
create index threads_to_mail on threads (least(buyer_mail_at, seller_mail_at)) where buyer_mail_at is not null or seller_mail_at is not null;

create table thread_messages (
  id bigint generated always as identity primary key,
  thread_id bigint not null references threads (id) on delete cascade,
  side text not null check (side in ('buyer', 'seller', 'office')),
  user_id bigint references users (id),
  admin_id bigint references admins (id),
  key text not null check (length(key) between 8 and 60),
  content_hash bytea not null,
  body text not null check (length(body) <= 4000),
  phrase text check (length(phrase) between 1 and 40),
  phrase_value text check (length(phrase_value) between 1 and 40),
  language text check (language ~ '^[a-z]{2,3}$'),
  flags text[] not null default '{}',
  held boolean not null default false,
  answered_after_s integer check (answered_after_s >= 0),
  at timestamptz not null default now(),
  unique (thread_id, key)
);

comment on table thread_messages is 'What a side wrote in a thread. It changes only when a held message is sent, and when a deleted account takes its words out of it.';
comment on column thread_messages.key is 'Generated by the client; a repeated call with the same key adds nothing.';
comment on column thread_messages.phrase is 'A prepared sentence that each reader sees in their own language; phrase_value is its amount, date or number.';
comment on column thread_messages.language is 'ISO 639 code of the language in which body is written; null if unknown.';
comment on column thread_messages.flags is 'Kinds of bank and contact details that were found in body.';
comment on column thread_messages.held is 'Written with an email address that nobody has proved yet. Only the holder of the emailed link sees it, and sends it.';
comment on column thread_messages.answered_after_s is 'For an answer of the seller: seconds that the buyer waited for it.';

create index thread_messages_of_thread on thread_messages (thread_id, id desc);
create index thread_messages_of_author on thread_messages (user_id, at) where user_id is not null;

create table thread_files (
  message_id bigint not null references thread_messages (id) on delete cascade on update cascade,
  position smallint not null check (position between 0 and 9),
  format text not null check (format in ('pdf', 'jpg')),
  content bytea not null,
  primary key (message_id, position)
);

comment on table thread_files is 'Pictures and PDFs of a message. Pictures are re-encoded, so they carry no metadata.';

create table thread_keys (
  hash bytea primary key,
  thread_id bigint not null references threads (id) on delete cascade,
  up_to bigint not null,
  created_at timestamptz not null default now()
);

comment on table thread_keys is 'Hashes of the keys in the links that were emailed to guests. A key opens its thread and sends held messages up to up_to.';

create index thread_keys_of_thread on thread_keys (thread_id, created_at);

create table thread_reports (
  id bigint generated always as identity primary key,
  thread_id bigint not null references threads (id) on delete cascade,
  side text not null check (side in ('buyer', 'seller')),
  reason text not null check (reason in ('payment', 'spam', 'rude', 'identity', 'other')),
  body text not null check (length(body) <= 1000),
  at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by bigint references admins (id),
  check ((settled_at is null) = (settled_by is null))
);

comment on table thread_reports is 'What a party of a thread reported to the office, and who settled it.';

create unique index thread_reports_open on thread_reports (thread_id, side) where settled_at is null;
