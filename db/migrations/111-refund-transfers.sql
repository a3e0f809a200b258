-- A refund by transfer goes to the account that the buyer entered, or back to the account that the transfer came from.

create function payout_account_in_force(person bigint) returns bigint language sql stable as $$
  select id from payout_accounts where user_id = person and canceled_at is null and effective_at <= now() order by id desc limit 1
$$;

comment on function payout_account_in_force(bigint) is 'The account that we send money of a user to now; null if there is none.';

create table refund_transfers (
  refund_id bigint primary key,
  account_id bigint references payout_accounts (id),
  payer_line_id bigint references statement_lines (id),
  reason text check (length(reason) between 1 and 500),
  reference text check (length(reference) between 1 and 200),
  admin_id bigint references admins (id),
  sent_at timestamptz not null default now(),
  constraint to_one_account check (num_nonnulls(account_id, payer_line_id) = 1),
  constraint back_to_payer_with_reason check (payer_line_id is null or (reason is not null and admin_id is not null))
);

comment on table refund_transfers is 'The transfers by which finance sent refunds of transfers: where they went, and by whose word. Append-only.';
comment on column refund_transfers.account_id is 'The account of the buyer that was in force.';
comment on column refund_transfers.payer_line_id is
  'The line of a bank statement by which the money came, if it went back to the account that the line names.';
comment on column refund_transfers.reason is 'Why it went back to the payer.';
comment on column refund_transfers.reference is 'The bank''s id of the outgoing transfer.';
comment on column refund_transfers.admin_id is 'Who recorded it. Null if the line of a bank statement was matched.';

create index refund_transfers_of_account on refund_transfers (account_id);
create index refund_transfers_to_payers on refund_transfers (admin_id, sent_at) where payer_line_id is not null;
create trigger refund_transfers_stay before update or delete or truncate on refund_transfers
  for each statement execute function refuse_change();

comment on trigger refund_transfers_stay on refund_transfers is 'Refuses to change, delete or truncate the transfers of refunds.';

create function guard_refund_transfer() returns trigger language plpgsql as $$
declare
  asked record;
  in_force bigint;
begin
  select r.amount_cents, r.done_at, r.failed_at, p.method, p.statement_line_id, p.user_id into asked
    from refunds r join payments p on p.id = r.payment_id where r.id = new.refund_id;
  if asked.method is distinct from 'bank_transfer' or asked.done_at is not null or asked.failed_at is not null then
    raise exception 'refund % is no transfer that waits', new.refund_id using errcode = 'restrict_violation';
  end if;
  in_force = payout_account_in_force(asked.user_id);
  if new.account_id is not null and new.account_id is distinct from in_force then
    raise exception 'account % is not the one of the buyer', new.account_id using errcode = 'restrict_violation';
  end if;
  if new.payer_line_id is null then return new; end if;
  if in_force is not null then
    raise exception 'the buyer has entered an account' using errcode = 'restrict_violation';
  end if;
  if new.payer_line_id is distinct from asked.statement_line_id
    or not exists (select 1 from statement_lines where id = new.payer_line_id and counterparty_account <> '') then
    raise exception 'line % does not name the account of the payer', new.payer_line_id using errcode = 'restrict_violation';
  end if;
  perform from admins where id = new.admin_id for no key update;
  if asked.amount_cents + sent_to_payers_today(new.admin_id)
    > (select refund_limit_cents from order_terms order by version desc limit 1) then
    raise exception 'one person sends % cents to payers', asked.amount_cents using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create function sent_to_payers_today(person bigint) returns bigint language sql stable as $$
  select coalesce(sum(r.amount_cents), 0)::bigint from refund_transfers t join refunds r on r.id = t.refund_id
  where t.admin_id = person and t.payer_line_id is not null and t.sent_at > now() - interval '1 day'
$$;

comment on function sent_to_payers_today(bigint) is
  'What a person recorded within a day as sent back to accounts that buyers did not enter.';
comment on function guard_refund_transfer() is
  'Refuses a transfer that goes elsewhere than to the account of the buyer in force. Without one, a person may send money back to the payer '
  'that the bank named, up to the limit of refunds within a day. Locks the person, so that two transfers wait for each other.';

create trigger refund_transfers_are_guarded before insert on refund_transfers for each row execute function guard_refund_transfer();

comment on trigger refund_transfers_are_guarded on refund_transfers is 'Refuses a transfer that goes elsewhere than to the buyer.';

create function sent_refund_has_transfer() returns trigger language plpgsql as $$
begin
  if (select method from payments where id = new.payment_id) = 'bank_transfer'
    and not exists (select 1 from refund_transfers where refund_id = new.id) then
    raise exception 'nobody has recorded where refund % went', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

comment on function sent_refund_has_transfer() is 'Refuses to mark a refund by transfer as sent unless it is known where it went.';

create trigger sent_refunds_have_transfers before update of done_at on refunds for each row
  when (new.done_at is not null and old.done_at is null) execute function sent_refund_has_transfer();
create trigger sent_refunds_have_transfers before update of done_at on later_refunds for each row
  when (new.done_at is not null and old.done_at is null) execute function sent_refund_has_transfer();

comment on trigger sent_refunds_have_transfers on refunds is 'Refuses to mark a refund by transfer as sent unless it is known where it went.';
comment on trigger sent_refunds_have_transfers on later_refunds is 'As on refunds.';

create or replace function payout_account_stays() returns trigger language plpgsql as $$
declare
  person constant text[] := '{holder,bank,account,bic,canceled_at,erased_at}';
begin
  if tg_op = 'UPDATE' and old.erased_at is null and new.erased_at is not null then
    if to_jsonb(new) - person <> to_jsonb(old) - person or exists (select 1 from payouts where account_id = old.id)
      or exists (select 1 from refund_transfers where account_id = old.id) then
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
  'Refuses to change or delete an account, except to cancel it in time, or to erase it if no money went to it.';
comment on trigger payout_accounts_stay on payout_accounts is
  'Refuses to change or delete an account, except to cancel it in time, or to erase it if no money went to it.';

create view refund_steps as
  select r.id as refund_id, r.payment_id, p.order_id, r.amount_cents, p.method = 'bank_transfer' as by_transfer,
    r.created_at as asked_at, r.done_at, r.failed_at, r.repeated_cents,
    case
      when r.failed_at is not null then 'failed'
      when r.done_at is not null then 'sent'
      when exists (select 1 from order_returns c where c.order_id = p.order_id and c.returned_at is null and c.holds_refunds) then 'car'
      when exists (select 1 from watch_hits h where h.order_id = p.order_id and h.cleared_at is null)
        or exists (select 1 from order_freezes f where f.order_id = p.order_id and f.ended_at is null) then 'check'
      when p.method <> 'bank_transfer' then 'sending'
      when a.id is not null then 'ready'
      when w.id is not null then 'account_waits'
      else 'account'
    end as step,
    greatest(r.created_at, a.effective_at) as ready_at,
    w.effective_at as account_at,
    coalesce(t.sent_at, r.done_at) as sent_at,
    t.reference,
    t.payer_line_id is not null as to_payer,
    case when t.refund_id is not null then coalesce(sent.account, l.counterparty_account)
      when p.method = 'bank_transfer' then coalesce(a.account, w.account) end as account
  from refunds r
    join payments p on p.id = r.payment_id
    left join payout_accounts a on a.id = payout_account_in_force(p.user_id)
    left join lateral (
      select id, account, effective_at from payout_accounts
      where user_id = p.user_id and canceled_at is null and effective_at > now() order by id desc limit 1
    ) w on true
    left join refund_transfers t on t.refund_id = r.id
    left join payout_accounts sent on sent.id = t.account_id
    left join statement_lines l on l.id = t.payer_line_id;

comment on view refund_steps is
  'The step of each refund: car (it has to come back first), check (a claim or a check of names holds it), account (the buyer has none), '
  'account_waits, ready, sending (by the provider), sent or failed; and the account it goes or went to. No decision reads it.';

create view refunds_to_send as
  select order_id, sum(amount_cents)::bigint as cents, min(asked_at) as since, min(step) as step
  from refund_steps where by_transfer and done_at is null and failed_at is null and order_id is not null group by order_id;

comment on view refunds_to_send is
  'The refunds by transfer of each order that finance has not sent, since when, and their step. No decision reads it.';
