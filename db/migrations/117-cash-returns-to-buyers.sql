-- Cash and security deposits that are given back by transfer go to the bank account that the buyer entered, like refunds by transfer.

alter table cash_returns
  add column account_id bigint references payout_accounts (id),
  add constraint cash_returns_account check (account_id is null or method = 'transfer') not valid;
alter table security_moves
  add column account_id bigint references payout_accounts (id),
  add constraint security_moves_account check (account_id is null or (kind = 'returned' and method = 'transfer')) not valid;

comment on column cash_returns.account_id is
  'Of a transfer, the account of the buyer that was in force. Null for those from before migration 117.';
comment on column security_moves.account_id is
  'Of a deposit that was given back by transfer, the account of the buyer that was in force. Null for those from before migration 117.';

create index cash_returns_of_account on cash_returns (account_id) where account_id is not null;
create index security_moves_of_account on security_moves (account_id) where account_id is not null;

create function money_goes_back_to_buyer() returns trigger language plpgsql as $$
begin
  if new.account_id is null or new.account_id is distinct from
    (select payout_account_in_force(user_id) from orders where id = new.order_id) then
    raise exception 'money of order % goes back to another account than the one of its buyer', new.order_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

comment on function money_goes_back_to_buyer() is
  'Refuses money that is given back by transfer to any account but the one of the buyer in force.';

create trigger cash_goes_back_to_buyer before insert on cash_returns for each row
  when (new.method = 'transfer') execute function money_goes_back_to_buyer();
create trigger security_goes_back_to_buyer before insert on security_moves for each row
  when (new.kind = 'returned' and new.method = 'transfer') execute function money_goes_back_to_buyer();

comment on trigger cash_goes_back_to_buyer on cash_returns is 'A transfer goes to the account of the buyer in force.';
comment on trigger security_goes_back_to_buyer on security_moves is 'A transfer goes to the account of the buyer in force.';
