-- Files of an order that were sent by mistake, and who opened the evidence of claims.

create table file_withdrawals (
  file_id uuid primary key references order_files (id),
  reason text not null check (length(reason) between 1 and 500),
  actor text not null check (actor in ('buyer', 'seller', 'admin')),
  actor_id bigint not null,
  at timestamptz not null default now()
);

comment on table file_withdrawals is
  'Files that were sent by mistake. Append-only: they stay shown with the reason and can be opened, but prove nothing.';

create trigger file_withdrawals_stay before update or delete or truncate on file_withdrawals
  for each statement execute function refuse_change();

comment on trigger file_withdrawals_stay on file_withdrawals is 'Refuses to change, delete or truncate withdrawals.';

-- A photo of a handover is found by its file, which then cannot be withdrawn.
create index handover_photos_of_file on handover_photos (file_id);

alter table order_file_openings
  alter column file_id drop not null,
  add column statement_id bigint,
  add column position smallint,
  add foreign key (statement_id, position) references claim_evidence (statement_id, position),
  add check (num_nonnulls(file_id, statement_id) = 1 and num_nonnulls(statement_id, position) <> 1);

comment on table order_file_openings is 'Who opened which file of an order or of its claims, and when. Append-only.';
comment on column order_file_openings.file_id is 'Null for evidence of a claim.';
comment on column order_file_openings.statement_id is 'With position: the evidence of a claim; null for a file of the documents room.';

create index openings_of_evidence on order_file_openings (statement_id, position) where statement_id is not null;
