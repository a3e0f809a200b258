-- Exchange rates that the site fetches from the address in EXCHANGE_RATES_URL.

alter table import_rule_versions drop constraint two_people_or_seed;
alter table import_rule_versions add constraint two_people_or_program check (
  case when proposed_by is null then approved_by is null and reason in ('seed', 'rates')
  else approved_by is not null and approved_by <> proposed_by end
);

comment on column import_rule_versions.proposed_by is
  'Null for rows that the project ships (reason seed) and exchange rates that the site fetched (reason rates).';

create function refuse_other_fetched_rows() returns trigger language plpgsql as $$
begin
  if exists (
    select from added join import_rule_versions on import_rule_versions.version = added.version
    where added.list <> 'rates' and import_rule_versions.reason = 'rates'
      and import_rule_versions.proposed_by is null
  ) then
    raise exception 'a version of fetched exchange rates has no other rows' using errcode = 'check_violation';
  end if;
  return null;
end
$$;

comment on function refuse_other_fetched_rows() is 'Refuses rows other than exchange rates in a version without people.';

create trigger import_rule_rows_of_rates after insert on import_rule_rows
  referencing new table as added for each statement execute function refuse_other_fetched_rows();

comment on trigger import_rule_rows_of_rates on import_rule_rows is
  'Lets the site publish exchange rates without people, and nothing else.';

alter table import_rule_drafts alter column saved_by drop not null;

comment on column import_rule_drafts.saved_by is
  'Null for exchange rates that the site fetched and that differ too much to be published without people.';

create table exchange_rate_fetches (
  id bigint generated always as identity primary key,
  source text not null check (length(source) between 1 and 300),
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  rates_of date,
  published integer not null default 0 check (published >= 0),
  held integer not null default 0 check (held >= 0),
  problem text check (length(problem) between 1 and 500),
  check (ended_at is not null or (rates_of is null and problem is null))
);

comment on table exchange_rate_fetches is 'Attempts to fetch exchange rates, shown in the back office.';
comment on column exchange_rate_fetches.source is 'Host that was asked. The rest of the address may hold a key.';
comment on column exchange_rate_fetches.ended_at is 'Null while it runs, and after a crash.';
comment on column exchange_rate_fetches.held is 'Rates that wait for two people because they differ too much from the last ones.';
comment on column exchange_rate_fetches.problem is 'Why it failed; null for success.';

create index exchange_rate_fetches_by_start on exchange_rate_fetches (started_at desc);
