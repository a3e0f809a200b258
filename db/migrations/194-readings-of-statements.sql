-- Statements in more formats and encodings, and what a person said about columns that could change what a row means.

alter table statement_mappings drop constraint statement_mappings_encoding_check;
alter table statement_mappings add constraint statement_mappings_encoding_check check (encoding in
  ('utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5', 'windows-1250', 'windows-1251', 'windows-1252', 'windows-1256'));
alter table statement_mappings add column answers jsonb not null default '{}'
  check (jsonb_typeof(answers) = 'object' and length(answers::text) <= 8000);

comment on column statement_mappings.answers is
  'Whether the table has a header, which columns change nothing, and what unknown words of directions and states mean.';

alter table statement_files drop constraint statement_files_format_check;
alter table statement_files add constraint statement_files_format_check check (format in
  ('camt.053', 'mt940', 'ofx', 'csv', 'xlsx', 'xls', 'ods'));
alter table statement_files drop constraint statement_files_check1;
alter table statement_files add constraint tables_have_a_mapping
  check ((format in ('csv', 'xlsx', 'xls', 'ods')) = (mapping_id is not null));

alter table statement_lines add column balance_cents bigint;

comment on column statement_lines.balance_cents is
  'The balance that the row of a table states after the line. With day and amount it recognizes the line in another file.';
comment on column statement_lines.identity is
  'A hash of account currency, day, amount and place among the lines that are equal in these. Lines before release 0.5 have a hash of their texts.';
comment on column statement_files.scheme is
  'The kind of the file and the names of its columns. References and balances of files of one scheme can be compared.';
