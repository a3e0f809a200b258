-- What a car costs between the port and a city is published like the other import rules.

alter table import_rule_rows drop constraint import_rule_rows_list_check;
alter table import_rule_rows add constraint import_rule_rows_list_check check (
  list in (
    'countries', 'sources', 'rules', 'charges', 'tables', 'baseUnits', 'freight', 'insurance', 'references', 'sailings', 'doorCosts', 'rates'
  )
);
