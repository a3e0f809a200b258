-- The sales contract of an order, accepted online by the buyer and the sellers.

alter table order_terms add column requires_contract boolean not null default false;

comment on column order_terms.requires_contract is 'Whether buyers of cars for sale accept the sales contract before they pay the balance.';

do $$
declare
  newest order_terms;
begin
  select * into strict newest from order_terms order by version desc limit 1;
  newest.version := newest.version + 1;
  newest.requires_contract := true;
  newest.reason := 'Buyers and sellers accept a sales contract.';
  newest.made_by := null;
  newest.made_at := now();
  insert into order_terms select newest.*;
end
$$;

create table contract_acceptances (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  party text not null check (party in ('buyer', 'seller')),
  user_id bigint not null references users (id),
  version integer not null check (version > 0),
  text_hash bytea not null check (octet_length(text_hash) = 32),
  at timestamptz not null default now(),
  unique (order_id, user_id)
);

comment on table contract_acceptances is 'Who accepted the sales contract of an order, and when. Append-only, without network addresses.';
comment on column contract_acceptances.version is 'The version of the template.';
comment on column contract_acceptances.text_hash is 'SHA-256 of exactly the text that was shown and accepted.';

create index contract_acceptances_of_user on contract_acceptances (user_id);
create trigger contract_acceptances_stay before update or delete or truncate on contract_acceptances
  for each statement execute function refuse_change();

comment on trigger contract_acceptances_stay on contract_acceptances is 'Refuses to change, delete or truncate acceptances.';
