-- How often one client used a limited call in a stretch of time. Old stretches are deleted as new ones begin.
create table request_counts (
  subject text not null check (length(subject) <= 200),
  began_at timestamptz not null,
  hits integer not null,
  primary key (subject, began_at)
);
create index request_counts_by_age on request_counts (began_at);
