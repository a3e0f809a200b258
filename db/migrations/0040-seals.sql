-- A chain of digests over each log that is never changed, so that a change behind the back of its triggers is found out.

create table seals (
  chain text not null check (length(chain) <= 40),
  -- The last id of the log that it covers, and that of the seal before it; null for the first.
  up_to bigint not null,
  follows bigint check (follows < up_to),
  row_count integer not null check (row_count > 0),
  -- Of the digest before it, of what stands in this row, and of every row that it covers.
  digest bytea not null check (octet_length(digest) = 32),
  sealed_at timestamptz not null default now(),
  primary key (chain, up_to),
  -- A chain has one beginning and never forks.
  unique nulls not distinct (chain, follows),
  foreign key (chain, follows) references seals (chain, up_to)
);
create trigger seals_stay before update or delete or truncate on seals for each statement execute function refuse_change();
