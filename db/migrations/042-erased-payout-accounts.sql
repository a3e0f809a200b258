-- Bank accounts of sellers are erased with their user account, unless a payout went to them.

alter table payout_accounts
  add column erased_at timestamptz,
  drop constraint payout_accounts_holder_check,
  drop constraint payout_accounts_bank_check,
  drop constraint payout_accounts_account_check,
  drop constraint payout_accounts_bic_check,
  add constraint payout_accounts_holder_check check (length(holder) <= 140),
  add constraint payout_accounts_bank_check check (length(bank) <= 300),
  add constraint payout_accounts_account_check check (account = '' or account ~ '^[A-Z0-9]{6,34}$'),
  add constraint payout_accounts_bic_check check (bic = '' or bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  add constraint complete_or_erased check (case when erased_at is null
    then holder <> '' and bank <> '' and account <> '' and bic <> ''
    else holder = '' and bank = '' and account = '' and bic = '' and canceled_at is not null end);

comment on column payout_accounts.canceled_at is 'Canceled by the seller before it took effect, or erased.';
comment on column payout_accounts.erased_at is 'Emptied when the seller''s user account was deleted. An account that a payout went to is kept as evidence.';

create or replace function payout_account_stays() returns trigger language plpgsql as $$
declare
  person constant text[] := '{holder,bank,account,bic,canceled_at,erased_at}';
begin
  if tg_op = 'UPDATE' and old.erased_at is null and new.erased_at is not null then
    if to_jsonb(new) - person <> to_jsonb(old) - person or exists (select 1 from payouts where account_id = old.id) then
      raise exception 'a bank account that a payout went to is kept' using errcode = 'restrict_violation';
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
  'Refuses to change or delete an account, except to cancel it in time, or to erase it if no payout went to it.';
comment on trigger payout_accounts_stay on payout_accounts is
  'Refuses to change or delete an account, except to cancel it in time, or to erase it if no payout went to it.';
