-- What background jobs could not do, one row for each item of a queue, so that an item waits longer after each failure without stopping others.

create table work_failures (
  queue text not null check (length(queue) <= 40),
  item text not null check (length(item) <= 80),
  failures integer not null default 1 check (failures > 0),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  retry_at timestamptz not null,
  error text not null check (length(error) <= 200),
  reported_at timestamptz,
  primary key (queue, item)
);
create index work_failures_by_retry on work_failures (retry_at);

comment on table work_failures is
  'Items that background jobs failed on. The jobs skip them until retry_at. A row is deleted when its item succeeds, or was not tried again. No personal data.';
comment on column work_failures.item is 'Id of the order, payment, document or other row that the queue works on.';
comment on column work_failures.error is 'Type and code of the last error, without its message, which may quote personal data.';
comment on column work_failures.reported_at is 'When the people of the office who run the system were emailed about the item.';
