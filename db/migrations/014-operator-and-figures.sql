-- Who operates the site, and counts for the figures that it publishes.

create table operator_details (
  version integer primary key check (version > 0),
  legal_name text not null check (length(legal_name) <= 200),
  address text not null check (length(address) <= 500),
  registration_number text not null check (length(registration_number) <= 100),
  governing_law text not null check (length(governing_law) <= 100),
  money_holder text not null check (length(money_holder) <= 300),
  contact text not null check (length(contact) <= 300),
  saved_by bigint not null references admins (id),
  saved_at timestamptz not null default now()
);

comment on table operator_details is
  'The company that operates the site, by version; the newest is shown. Append-only, so that it stays known who operated the site when.';
comment on column operator_details.money_holder is 'Who holds the money of buyers until it is paid out.';

create trigger operator_details_stay before update or delete or truncate on operator_details
  for each statement execute function refuse_change();

comment on trigger operator_details_stay on operator_details is 'Refuses to change, delete or truncate saved versions.';

create table vin_checks (
  day date primary key,
  checks integer not null check (checks > 0)
);

comment on table vin_checks is 'How many VINs were decoded per day (UTC). Says nothing about who asked or which VIN.';
