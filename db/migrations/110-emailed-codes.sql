-- Codes that confirm a change by email: of a consignee, and now of the account that we send money to.

create table change_codes (
  change text primary key check (length(change) between 1 and 100),
  salt bytea not null check (octet_length(salt) = 16),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  content_hash bytea not null check (octet_length(content_hash) = 32),
  tries smallint not null default 0 check (tries >= 0),
  expires_at timestamptz not null
);

comment on table change_codes is 'Emailed codes that confirm a change. A newer code for the same change replaces the older one.';
comment on column change_codes.change is 'What is changed, such as `consignee of order 5`.';
comment on column change_codes.content_hash is 'SHA-256 of exactly what the code confirms.';

comment on table consignee_codes is
  'Emailed codes of processes of the version before, which confirm a new consignee. Newer ones are in change_codes.';
comment on table payout_accounts is
  'The bank accounts of users that we send money to, by version: payouts and refunds by transfer. A new one counts a day after it was entered, unless it is canceled before.';
