-- Sailings decide on which day a car arrives, so they are published like the other import rules.

alter table import_rule_rows drop constraint import_rule_rows_list_check;
alter table import_rule_rows add constraint import_rule_rows_list_check check (
  list in (
    'countries', 'sources', 'rules', 'charges', 'tables', 'baseUnits', 'freight', 'insurance', 'references', 'sailings', 'rates'
  )
);

alter table import_rule_versions drop constraint two_people_or_program;
alter table import_rule_versions add constraint two_people_or_program check (
  case when proposed_by is null then approved_by is null and reason in ('seed', 'rates', 'own freight', 'own sailings')
  else approved_by is not null and approved_by <> proposed_by end
);
comment on column import_rule_versions.proposed_by is
  'Null for rows that the project ships (reason seed), exchange rates that the site fetched (reason rates), freight that we charge (reason own freight) and our sailings (reason own sailings).';

create or replace function refuse_other_fetched_rows() returns trigger language plpgsql as $$
begin
  if exists (
    select from added join import_rule_versions on import_rule_versions.version = added.version
    where import_rule_versions.proposed_by is null and (
      import_rule_versions.reason = 'rates' and added.list <> 'rates'
      or import_rule_versions.reason = 'own freight'
        and not (added.list = 'freight' and added.record ->> 'destination' like 'own:%' or added.list = 'sources' and added.id = 'own-freight')
      or import_rule_versions.reason = 'own sailings'
        and not (added.list = 'sailings' and added.id like 'own-%' or added.list = 'sources' and added.id = 'own-sailings'))
  ) then
    raise exception 'a version of fetched exchange rates, of our own freight or of our sailings has no other rows' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
comment on function refuse_other_fetched_rows() is
  'Refuses rows other than exchange rates, freight that we charge, or our sailings, in a version without people.';
