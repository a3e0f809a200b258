-- Documents that were handed out, such as receipts.

create table documents (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('receipt')),
  booking_id bigint not null references bookings (id),
  revision integer not null check (revision > 0),
  number text not null unique check (length(number) between 1 and 40),
  locale text not null check (length(locale) <= 40),
  facts_hash bytea not null check (octet_length(facts_hash) = 32),
  pdf bytea not null,
  issued_at timestamptz not null,
  unique (kind, booking_id, revision)
);

comment on table documents is
  'Documents as they were issued. Append-only: when the facts behind a document change, the next revision is issued under its own number.';
comment on column documents.facts_hash is 'SHA-256 of the amounts, car, days and payment on the document. Tells whether they changed since.';

create trigger documents_stay before update or delete or truncate on documents
  for each statement execute function refuse_change();

comment on trigger documents_stay on documents is 'Refuses to change, delete or truncate documents.';
