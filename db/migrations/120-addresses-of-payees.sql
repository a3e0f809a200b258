-- Statements of payouts name the address of the seller, which is entered with the bank account.

alter table payout_accounts add column address text not null default '' check (length(address) <= 500);

comment on column payout_accounts.address is 'Of the holder, with line breaks. Empty: entered before addresses were asked for, or erased.';

create or replace function payout_account_stays() returns trigger language plpgsql as $$
declare
  person constant text[] := '{holder,bank,account,bic,address,canceled_at,erased_at}';
begin
  if tg_op = 'UPDATE' and old.erased_at is null and new.erased_at is not null then
    new.address = '';
    if to_jsonb(new) - person <> to_jsonb(old) - person or exists (select 1 from payouts where account_id = old.id)
      or exists (select 1 from refund_transfers where account_id = old.id)
      or exists (select 1 from cash_returns where account_id = old.id)
      or exists (select 1 from security_moves where account_id = old.id) then
      raise exception 'a bank account that money went to is kept' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or old.canceled_at is not null or new.canceled_at is null or old.effective_at <= now()
    or (to_jsonb(new) - 'canceled_at') <> (to_jsonb(old) - 'canceled_at') then
    raise exception 'a bank account can only be canceled, before it takes effect' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

comment on function payout_account_stays() is
  'Refuses to change or delete an account, except to cancel it in time, or to erase it, with its address, if no money went to it.';
