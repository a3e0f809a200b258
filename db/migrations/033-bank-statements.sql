-- Bank statements: files as they came, the lines that the bank booked, and what each line was matched to.

create table statement_mappings (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  account text not null check (length(account) between 4 and 34),
  encoding text not null check (encoding in ('utf-8', 'gb18030')),
  delimiter text not null check (delimiter in (',', ';', E'\t', '|')),
  decimal_sign text not null check (decimal_sign in ('.', ',')),
  date_order text not null check (date_order in ('YMD', 'DMY', 'MDY')),
  columns jsonb not null check (jsonb_typeof(columns) = 'object' and length(columns::text) <= 4000),
  saved_by bigint not null references admins (id),
  saved_at timestamptz not null default now()
);

comment on table statement_mappings is
  'How the text tables of a bank are read. The newest mapping of a name applies. Append-only.';
comment on column statement_mappings.account is 'The account that the tables are about, because they do not always name it.';
comment on column statement_mappings.columns is 'The header of the column for each fact: date, amount or credit and debit, and so on.';

create index statement_mappings_by_name on statement_mappings (name, id desc);
create trigger statement_mappings_stay before update or delete or truncate on statement_mappings
  for each statement execute function refuse_change();

comment on trigger statement_mappings_stay on statement_mappings is 'Refuses to change, delete or truncate mappings.';

create table statement_files (
  id bigint generated always as identity primary key,
  sha256 bytea not null unique,
  content bytea not null check (octet_length(content) between 1 and 10485760),
  filename text not null check (length(filename) <= 200),
  format text not null check (format in ('camt.053', 'csv')),
  scheme text not null check (length(scheme) between 1 and 120),
  mapping_id bigint references statement_mappings (id),
  imported_by bigint not null references admins (id),
  imported_at timestamptz not null default now(),
  check (sha256 = sha256(content)),
  check ((format = 'csv') = (mapping_id is not null))
);

comment on table statement_files is 'Imported statements, byte for byte. Append-only.';
comment on column statement_files.scheme is
  'How lines are recognized when they come again. The days of one account are imported with one scheme only.';

create trigger statement_files_stay before update or delete or truncate on statement_files
  for each statement execute function refuse_change();

comment on trigger statement_files_stay on statement_files is 'Refuses to change, delete or truncate files.';

create table bank_statements (
  id bigint generated always as identity primary key,
  file_id bigint not null references statement_files (id),
  account text not null check (length(account) between 4 and 34),
  currency char(3) not null,
  number text not null check (length(number) between 1 and 100),
  from_on date not null,
  to_on date not null,
  opening_cents bigint,
  closing_cents bigint,
  pending integer not null default 0 check (pending >= 0),
  check (from_on <= to_on),
  unique (account, number, to_on)
);

comment on table bank_statements is 'What a bank says about an account for some days. A file has one or several. Append-only.';
comment on column bank_statements.number is 'The number that the bank gave to it. Of a text table, the beginning of the hash of its file.';
comment on column bank_statements.opening_cents is 'Null if the file states no balances.';
comment on column bank_statements.pending is 'Entries that the bank had not booked yet, which were left out.';

create index bank_statements_of_account on bank_statements (account, to_on);
create index bank_statements_of_file on bank_statements (file_id);
create trigger bank_statements_stay before update or delete or truncate on bank_statements
  for each statement execute function refuse_change();

comment on trigger bank_statements_stay on bank_statements is 'Refuses to change, delete or truncate statements.';

create table statement_lines (
  id bigint generated always as identity primary key,
  statement_id bigint not null references bank_statements (id),
  account text not null,
  identity bytea not null check (octet_length(identity) = 32),
  booked_on date not null,
  value_on date,
  cents bigint not null check (cents <> 0),
  bank_reference text,
  end_to_end_id text,
  counterparty text,
  counterparty_account text,
  text text not null default '',
  charges_cents bigint not null default 0 check (charges_cents >= 0),
  code text,
  is_reversal boolean not null default false,
  unique (account, identity)
);

comment on table statement_lines is
  'Entries that the bank booked, each once however often it is imported. Each has a ledger entry that moves the bank account. Append-only.';
comment on column statement_lines.identity is
  'A hash of what the bank says about the line: its reference, or day, amount, texts and the how manieth such line of the day.';
comment on column statement_lines.cents is 'Positive: came in. Negative: went out.';
comment on column statement_lines.charges_cents is 'What banks kept on the way, as far as the statement says so.';
comment on column statement_lines.is_reversal is 'Whether the line takes back an earlier one.';

create index statement_lines_by_day on statement_lines (account, booked_on);
create index statement_lines_newest on statement_lines (booked_on desc, id desc);
create index statement_lines_of_statement on statement_lines (statement_id);
create trigger statement_lines_stay before update or delete or truncate on statement_lines
  for each statement execute function refuse_change();

comment on trigger statement_lines_stay on statement_lines is 'Refuses to change, delete or truncate lines.';

create table line_matches (
  id bigint generated always as identity primary key,
  line_id bigint not null references statement_lines (id),
  n integer not null,
  kind text not null check (kind in ('order', 'fee', 'provider_payout', 'refund', 'payout', 'return', 'set_aside')),
  order_id bigint references orders (id),
  payment_id bigint references payments (id),
  payout_id bigint,
  other_line_id bigint references statement_lines (id),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  payer_differs boolean not null default false,
  reason text check (length(reason) between 1 and 500),
  matched_by bigint not null references admins (id),
  matched_at timestamptz not null default now(),
  constraint a_line_matches_once unique (line_id, n),
  constraint match_has_its_target check (
    case kind
      when 'order' then order_id is not null and payment_id is not null
      when 'refund' then payment_id is not null
      when 'payout' then payout_id is not null
      when 'return' then other_line_id is not null
      else order_id is null and payment_id is null
    end
    and (kind in ('order', 'refund') or payment_id is null)
    and (kind = 'payout' or payout_id is null) and (kind = 'return' or other_line_id is null)),
  constraint match_has_its_reason check (reason is not null or not (payer_differs or kind = 'set_aside'))
);

comment on table line_matches is 'What a line of a statement was matched to. Append-only; an undone match has a row in line_match_undos.';
comment on column line_matches.n is
  'One more than the undone matches of the line, set by a trigger. So the unique index refuses a second match that counts.';
comment on column line_matches.payment_id is 'Of an order, the payment that the money became; of a refund, the payment that was refunded.';
comment on column line_matches.other_line_id is 'Of a return, the line with the opposite amount.';
comment on column line_matches.fee_cents is 'What a provider kept of its payout.';
comment on column line_matches.payer_differs is 'Whether somebody else than the buyer paid. Then a reason is required.';
comment on column line_matches.reason is 'Why somebody else paid, or why the line was set aside.';

create table line_match_undos (
  match_id bigint primary key references line_matches (id),
  reason text not null check (length(reason) between 1 and 500),
  undone_by bigint not null references admins (id),
  undone_at timestamptz not null default now()
);

comment on table line_match_undos is 'Matches that were taken back. Append-only.';

create function number_line_match() returns trigger language plpgsql as $$
begin
  select count(*) + 1 into new.n
  from line_matches m join line_match_undos u on u.match_id = m.id where m.line_id = new.line_id;
  return new;
end
$$;

comment on function number_line_match() is 'Numbers the matches of a line, so that only one of them counts.';

create trigger line_matches_are_numbered before insert on line_matches
  for each row execute function number_line_match();
create trigger line_matches_stay before update or delete or truncate on line_matches
  for each statement execute function refuse_change();
create trigger line_match_undos_stay before update or delete or truncate on line_match_undos
  for each statement execute function refuse_change();

comment on trigger line_matches_are_numbered on line_matches is 'Numbers the matches of a line.';
comment on trigger line_matches_stay on line_matches is 'Refuses to change, delete or truncate matches.';
comment on trigger line_match_undos_stay on line_match_undos is 'Refuses to change, delete or truncate undone matches.';

create index line_matches_of_order on line_matches (order_id) where order_id is not null;
create index line_matches_of_payment on line_matches (payment_id) where payment_id is not null;

create view live_line_matches as
  select m.* from line_matches m where not exists (select 1 from line_match_undos u where u.match_id = m.id);

comment on view live_line_matches is 'Matches that were not undone: at most one for each line.';
