-- Slips: files with which buyers show that they sent a transfer. They never change what counts as paid.

create table slips (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  position smallint not null check (position between 1 and 5),
  format text not null check (format in ('pdf', 'jpg')),
  content bytea not null check (octet_length(content) between 1 and 10485760),
  sent_sha256 bytea not null check (octet_length(sent_sha256) = 32),
  at timestamptz not null default now(),
  unique (order_id, position),
  unique (order_id, sent_sha256)
);

comment on table slips is
  'Pictures and PDFs with which buyers say that they have transferred money. Pictures are re-encoded without metadata. No statement that moves '
  'money reads them.';
comment on column slips.sent_sha256 is 'Hash of the bytes as they were sent: a file that is sent again is the same slip.';

create trigger slips_stay before update on slips for each statement execute function refuse_change();

comment on trigger slips_stay on slips is 'Refuses to change slips. They are deleted a year after the end of their order, or with the account of the buyer.';
