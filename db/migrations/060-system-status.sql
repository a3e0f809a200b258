-- What the screen "System status" of the back office shows about processes, and outcomes of npm run verify.

create table site_processes (
  id uuid primary key,
  host text not null check (length(host) <= 200),
  pid integer not null,
  version text not null check (length(version) <= 50),
  build text not null check (length(build) <= 50),
  node text not null check (length(node) <= 50),
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  stopped_at timestamptz,
  memory_bytes bigint not null,
  disk_free_bytes bigint,
  state jsonb not null
);

comment on table site_processes is
  'Processes of the site. Each writes its row every ten seconds; rows of processes that were not seen for a day are deleted. No personal data.';
comment on column site_processes.host is 'Name of the machine or container.';
comment on column site_processes.build is 'Hash of the sources that the process was built from.';
comment on column site_processes.stopped_at is 'When the process stopped in an orderly way; null if it runs or was killed.';
comment on column site_processes.disk_free_bytes is 'Free space of the disk with DATA_DIR; null if unknown.';
comment on column site_processes.state is 'Background jobs, outside services and backups, as the process sees them.';

create table verifications (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  version text not null check (length(version) <= 50),
  faults integer not null check (faults >= 0),
  findings text[] not null
);

create index verifications_ended_at on verifications (ended_at);

comment on table verifications is 'Outcomes of npm run verify; the last 100 are kept.';
comment on column verifications.faults is 'Lines of the output that report something wrong.';
comment on column verifications.findings is 'The first 20 of those lines.';
