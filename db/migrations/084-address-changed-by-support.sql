-- An address that support changes waits for the agreement of the old address, or three days. A second factor is not
-- turned off by support within the same days.

alter table account_links add column works_from timestamptz;
comment on column account_links.works_from is 'Until then the link changes nothing: it changes an address for support, and the old address has not agreed.';

alter table account_links drop constraint account_links_purpose_check;
alter table account_links add constraint account_links_purpose_check
  check (purpose in ('confirm', 'reset', 'change-email', 'agree-email'));

alter table users add column second_factor_reset_at timestamptz;
comment on column users.second_factor_reset_at is 'When support last turned off the second factor; null if it never did. Support then changes no address for seven days.';
