-- A payout account that waits ends when the login of its seller changes.

create function cancel_waiting_payout_account() returns trigger language plpgsql as $$
begin
  update payout_accounts set canceled_at = now() where user_id = new.id and canceled_at is null and effective_at > now();
  return null;
end
$$;

comment on function cancel_waiting_payout_account() is
  'Cancels the account that waits, because the login may have been changed after a thief had entered it.';

create trigger login_changes_cancel_payout_accounts after update of email_changed_at, password_reset_at on users
  for each row when (
    (new.email_changed_at, new.password_reset_at) is distinct from (old.email_changed_at, old.password_reset_at))
  execute function cancel_waiting_payout_account();

comment on trigger login_changes_cancel_payout_accounts on users is
  'Cancels the payout account that waits when the email address changes or the password is reset.';

comment on column payout_accounts.canceled_at is
  'Canceled before it took effect: by the seller, because the login changed, or because the seller closed the account.';
