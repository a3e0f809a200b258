-- Lists of reference prices, from which countries such as Kenya compute the customs value, are published like the other import rules.

alter table import_rule_rows drop constraint import_rule_rows_list_check;
alter table import_rule_rows add constraint import_rule_rows_list_check check (
  list in ('countries', 'sources', 'rules', 'charges', 'tables', 'baseUnits', 'freight', 'insurance', 'references', 'rates')
);
