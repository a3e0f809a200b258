-- The freight that we charge is published with the import rules, so that landed costs count it. One person enters it at the order terms.

alter table import_rule_versions drop constraint two_people_or_program;
alter table import_rule_versions add constraint two_people_or_program check (
  case when proposed_by is null then approved_by is null and reason in ('seed', 'rates', 'own freight')
  else approved_by is not null and approved_by <> proposed_by end
);
comment on column import_rule_versions.proposed_by is
  'Null for rows that the project ships (reason seed), exchange rates that the site fetched (reason rates) and freight that we charge (reason own freight).';

create or replace function refuse_other_fetched_rows() returns trigger language plpgsql as $$
begin
  if exists (
    select from added join import_rule_versions on import_rule_versions.version = added.version
    where import_rule_versions.proposed_by is null and (
      import_rule_versions.reason = 'rates' and added.list <> 'rates'
      or import_rule_versions.reason = 'own freight'
        and not (added.list = 'freight' and added.record ->> 'destination' like 'own:%' or added.list = 'sources' and added.id = 'own-freight'))
  ) then
    raise exception 'a version of fetched exchange rates or of our own freight has no other rows' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
comment on function refuse_other_fetched_rows() is
  'Refuses rows other than exchange rates, or than freight that we charge, in a version without people.';
