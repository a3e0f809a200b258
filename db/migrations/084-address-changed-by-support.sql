-- An address that support changes waits for the agreement of the old address, or three days. A second factor is not
-- turned off by support within the same days.

alter table account_links add column works_from timestamptz;
comment on column account_links.works_from is 'Until then the link changes nothing: it changes an address for support, and the old address has not agreed.';

alter table account_links drop constraint account_links_purpose_check;
alter table account_links add constraint account_links_purpose_check
  check (purpose in ('confirm', 'reset', 'change-email', 'agree-email'));

alter table users add column second_factor_reset_at timestamptz;
comment on column users.second_factor_reset_at is 'When support last turned off the second factor; null if it never did. Support then changes no address for seven days.';

-- Accounts from before count as confirmed: that one of them never was cannot be told from a status that the office can set back.
alter table users add column was_confirmed boolean not null default true;
alter table users alter column was_confirmed set default false;
comment on column users.was_confirmed is 'Whether an address of the account was ever confirmed. The office can set a status back to Pending, but not this.';

create function note_confirmed_account() returns trigger language plpgsql as $$
begin
  new.was_confirmed := true;
  return new;
end $$;
comment on function note_confirmed_account() is 'Remembers that an address of the account was confirmed.';

create trigger active_users_were_confirmed before insert or update of status on users
  for each row when (new.status = 'Active') execute function note_confirmed_account();
comment on trigger active_users_were_confirmed on users is 'An active account has a confirmed address.';
