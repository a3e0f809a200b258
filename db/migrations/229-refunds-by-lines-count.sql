-- A refund that a line of a statement proves counts for the limit of a day of the person who matched the line. Otherwise one person could send many
-- refunds at the bank, each below the limit, and match their lines afterwards.

alter table refund_transfers add column matched_by bigint references admins (id);

comment on column refund_transfers.matched_by is
  'Who matched the line of a bank statement that proves it. Null if a person recorded it by hand, and for lines from before migration 229.';

create index refund_transfers_by_matcher on refund_transfers (matched_by, sent_at) where matched_by is not null;

create or replace function sent_alone_today(person bigint) returns bigint language sql stable as $$
  select coalesce(sum(r.amount_cents), 0)::bigint from refund_transfers t join refunds r on r.id = t.refund_id
  where (t.admin_id = person or t.matched_by = person) and t.approved_by is null and r.approved_by is null and t.sent_at > now() - interval '1 day'
$$;

comment on function sent_alone_today(bigint) is
  'What a person recorded within a day as sent to buyers and payers without a second person, by hand or by a line of a statement, whoever asked for it. '
  'Refunds that two people asked for do not count.';
comment on function why_refund_needs_two(bigint, bigint, bigint) is
  'Why a second person has to approve that a refund is sent by transfer; null if one person may send it. to_account: null for the account that the '
  'money came from. person: who records it or matches its line.';

create or replace function guard_refund_transfer() returns trigger language plpgsql as $$
declare
  asked record;
  in_force bigint;
  why text;
  person bigint;
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
  if new.payer_line_id is not null then
    if in_force is not null then
      raise exception 'the buyer has entered an account' using errcode = 'restrict_violation';
    end if;
    if new.payer_line_id is distinct from asked.statement_line_id
      or not exists (select 1 from statement_lines where id = new.payer_line_id and counterparty_account <> '') then
      raise exception 'line % does not name the account of the payer', new.payer_line_id using errcode = 'restrict_violation';
    end if;
  end if;
  if new.approved_by is not null then
    if not is_approved('refund sent', new.admin_id, new.approved_by, jsonb_strip_nulls(jsonb_build_object(
      'refund', new.refund_id, 'cents', asked.amount_cents, 'account', new.account_id))) then
      raise exception 'nobody has approved sending refund %', new.refund_id using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  person = coalesce(new.admin_id, new.matched_by);
  if person is not null then perform from admins where id = person for no key update; end if;
  why = why_refund_needs_two(new.refund_id, new.account_id, person);
  if why is not null then
    raise exception 'one person sends % cents: %', asked.amount_cents, why using errcode = 'check_violation';
  end if;
  return new;
end
$$;

comment on function guard_refund_transfer() is
  'Refuses a transfer that goes elsewhere than to the account of the buyer in force or, without one, to the payer that the bank named. Refuses that one '
  'person alone sends money to another person than the payer, money that rests on one claim, or more than the limit within a day. Locks the person, so '
  'that two transfers wait for each other.';
